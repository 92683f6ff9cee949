// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.core.schema.InputColumn;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TargetSupport;
import io.otd.table.Column;
import io.otd.table.Numbers;
import io.otd.table.Table;
import io.otd.table.problem.InputException;
import io.otd.table.settings.ColumnSettings;
import io.otd.table.settings.ColumnSettings.Transform;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The encoding of a table, fitted on training rows alone.
 *
 * @param encoding of its rows
 * @param columns what each column of the table is and became
 * @param identifiers columns that only name rows
 * @param lattices of each target, one that validation may round its draws to; absent for none
 * @param notices what a user should know, possibly nothing
 */
public record EncodingFit(
    TableEncoding encoding,
    List<EncodedColumn> columns,
    List<String> identifiers,
    List<TargetSupport.Lattice> lattices,
    List<String> notices) {
  /** Copies the lists. */
  public EncodingFit {
    columns = List.copyOf(columns);
    identifiers = List.copyOf(identifiers);
    lattices = List.copyOf(lattices);
    notices = List.copyOf(notices);
  }

  /**
   * Fits.
   *
   * @param table holds the columns of the roles
   * @param seen roles of its columns, as they look; numbers may turn out to be codes
   * @param rows the training rows, at least 1
   * @throws InputException if a column cannot be what it is said to be, or a transform is not
   *     defined for a target
   */
  public static EncodingFit of(Table table, TableRoles seen, ColumnSettings settings, int[] rows) {
    TargetRanks ranks = new TargetRanks(table, seen.targets(), rows);
    TableRoles roles =
        new NumericCodes(table, settings, ranks)
            .among(seen, numbers -> unexplained(table, numbers, settings, rows, ranks));
    List<String> notices = new ArrayList<>(roles.notices());
    List<InputColumn> inputs = inputs(table, roles, settings, rows, ranks, notices);
    List<SupportFit> supports = supports(table, roles, settings, rows);
    List<TargetColumn> continuous =
        targets(table, roles, settings, rows, inputs, supports, notices);
    List<TargetColumn> targets = new ArrayList<>();
    for (int j = 0; j < continuous.size(); j++) {
      targets.add(continuous.get(j).with(supports.get(j).support()));
    }
    for (TargetColumn target : targets) {
      target
          .coarseness()
          .ifPresent(note -> notices.add(note + "; exported models predict in these steps"));
    }
    notices.addAll(new RepeatedColumns(table, roles, rows).notices());
    TableSchema schema = new TableSchema(inputs, targets);
    return new EncodingFit(
        new TableEncoding(schema),
        EncodedColumn.of(table, roles, schema),
        roles.identifiers(),
        supports.stream().map(SupportFit::candidate).toList(),
        notices);
  }

  private static List<InputColumn> inputs(
      Table table,
      TableRoles roles,
      ColumnSettings settings,
      int[] rows,
      TargetRanks ranks,
      List<String> notices) {
    List<InputColumn> inputs = new ArrayList<>();
    int numeric =
        (int) roles.inputs().stream().filter(n -> role(roles, n) == ColumnRole.NUMERIC).count();
    NumericFit numbers = new NumericFit(settings, PieceCount.of(settings, numeric, rows.length));
    List<FittedInput.Clamped> clamped = new ArrayList<>();
    TextFit texts = new TextFit(settings.mostCategories(), ranks);
    for (String name : roles.inputs()) {
      Column column = table.column(name);
      FittedInput fitted =
          switch (role(roles, name)) {
            case NUMERIC -> numbers.fit(column, rows);
            case BOOLEAN -> texts.yesAndNo(column, rows);
            case DATE -> new DateFit(settings, table::place).fit(column, rows);
            case CATEGORICAL -> texts.categories(column, rows);
            case ID, TARGET -> throw new IllegalArgumentException(name + " (expected: an input)");
          };
      inputs.add(fitted.column());
      notices.addAll(fitted.notices());
      fitted.clamped().ifPresent(clamped::add);
    }
    notices.addAll(FittedInput.clamped(clamped));
    return inputs;
  }

  /** What a regression on all columns leaves of the ranks of the targets, in left-out rows. */
  private static NumericCodes.Unexplained unexplained(
      Table table, TableRoles roles, ColumnSettings settings, int[] rows, TargetRanks ranks) {
    List<InputColumn> inputs = inputs(table, roles, settings, rows, ranks, new ArrayList<>());
    int count = Math.min(ranks.rows().length, LeaveOneOut.rows(width(inputs)));
    int[] places =
        IntStream.range(0, count)
            .map(i -> (int) ((long) i * ranks.rows().length / count))
            .toArray();
    int[] some = IntStream.of(places).map(place -> ranks.rows()[place]).toArray();
    TableSchema schema =
        new TableSchema(inputs, roles.targets().stream().map(TargetColumn::plain).toList());
    LeaveOneOut regression =
        new LeaveOneOut(new TableEncoding(schema).inputs(table, some), count, schema.width());
    return new NumericCodes.Unexplained(
        some,
        ranks.all().stream()
            .map(all -> IntStream.of(places).mapToDouble(place -> all[place]).toArray())
            .map(regression::errors)
            .toList());
  }

  private static int width(List<InputColumn> inputs) {
    return inputs.stream().mapToInt(InputColumn::width).sum();
  }

  /** The same with further notices. */
  public EncodingFit withNotices(List<String> more) {
    return new EncodingFit(
        encoding,
        columns,
        identifiers,
        lattices,
        Stream.concat(notices.stream(), more.stream()).toList());
  }

  private static ColumnRole role(TableRoles roles, String name) {
    return java.util.Objects.requireNonNull(roles.roles().get(name));
  }

  private static List<TargetColumn> targets(
      Table table,
      TableRoles roles,
      ColumnSettings settings,
      int[] rows,
      List<InputColumn> inputs,
      List<SupportFit> supports,
      List<String> notices) {
    List<TargetColumn> targets = new ArrayList<>();
    for (int j = 0; j < roles.targets().size(); j++) {
      String name = roles.targets().get(j);
      double[] all = Numbers.of(table, name, rows);
      double[] values = Arrays.stream(rows).mapToDouble(row -> all[row]).toArray();
      Transform kind =
          oneForEach(
              "columns.target_transform", settings.targetTransform(), j, roles.targets().size());
      TargetSupport bounds = supports.get(j).approached();
      if (kind == Transform.AUTO) {
        TransformChoice choice = TransformChoice.of(table, inputs, name, values, rows, bounds);
        targets.add(choice.column().in(table.column(name).unit()));
        notices.add(choice.notice());
      } else if (kind == Transform.NONE && bounds.bounded()) {
        targets.add(
            TransformChoice.within(table, inputs, name, values, rows, bounds)
                .column()
                .in(table.column(name).unit()));
      } else {
        targets.add(new TargetFit(name).fit(values, kind).in(table.column(name).unit()));
      }
    }
    return targets;
  }

  private static List<SupportFit> supports(
      Table table, TableRoles roles, ColumnSettings settings, int[] rows) {
    List<SupportFit> supports = new ArrayList<>();
    for (int j = 0; j < roles.targets().size(); j++) {
      String name = roles.targets().get(j);
      double[] all = Numbers.of(table, name, rows);
      double[] ascending = Arrays.stream(rows).mapToDouble(row -> all[row]).sorted().toArray();
      String setting =
          oneForEach("columns.target_support", settings.targetSupport(), j, roles.targets().size());
      supports.add(SupportFit.of(name, setting, ascending));
    }
    return supports;
  }

  private static <T> T oneForEach(String path, List<T> settings, int target, int targets) {
    if (settings.size() != 1 && settings.size() != targets) {
      throw new InputException(
          "%s: %s (expected: one for all targets, or %s)"
              .formatted(
                  path,
                  settings.stream()
                      .map(t -> t.toString().toLowerCase(java.util.Locale.ROOT))
                      .collect(Collectors.joining(", ", "[", "]")),
                  targets));
    }
    return settings.get(settings.size() == 1 ? 0 : target);
  }
}
