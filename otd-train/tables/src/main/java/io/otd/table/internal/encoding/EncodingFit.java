// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.core.internal.weight.RowWeights;
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
import java.util.Locale;
import java.util.Objects;
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
   * @param weights how much each of them counts in means and standard deviations
   * @throws InputException if a column does not have its declared type, or a transform is not
   *     defined for a target
   */
  public static EncodingFit of(
      Table table, TableRoles seen, ColumnSettings settings, int[] rows, RowWeights weights) {
    return new Training(
            table, settings, rows, weights, new TargetRanks(table, seen.targets(), rows))
        .fit(seen);
  }

  /**
   * The encoding of a model, for further rows.
   *
   * @param table has its columns
   * @param roles of the table's columns, as they look
   * @param schema of the model
   */
  public static EncodingFit kept(Table table, TableRoles roles, TableSchema schema) {
    schema.inputs().forEach(input -> table.column(input.name()));
    return new EncodingFit(
        new TableEncoding(schema),
        EncodedColumn.of(table, roles, schema),
        roles.identifiers(),
        schema.targets().stream().map(target -> TargetSupport.Lattice.NONE).toList(),
        List.of());
  }

  /** What is fitted to. */
  private record Training(
      Table table, ColumnSettings settings, int[] rows, RowWeights weights, TargetRanks ranks) {
    EncodingFit fit(TableRoles seen) {
      TableRoles roles = new NumericCodes(table, settings, ranks).among(seen, this::unexplained);
      List<String> notices = new ArrayList<>(roles.notices());
      List<InputColumn> inputs = inputs(roles, notices);
      List<TargetColumn> targets = new ArrayList<>();
      List<TargetSupport.Lattice> lattices = new ArrayList<>();
      for (int j = 0; j < roles.targets().size(); j++) {
        String name = roles.targets().get(j);
        double[] values = values(name);
        SupportFit support =
            SupportFit.of(
                name,
                oneForEach("columns.target_support", settings.targetSupport(), j, roles),
                Arrays.stream(values).sorted().toArray());
        Transform kind =
            oneForEach("columns.target_transform", settings.targetTransform(), j, roles);
        targets.add(
            target(name, values, kind, support.approached(), inputs, notices)
                .in(table.column(name).unit())
                .with(support.support()));
        lattices.add(support.candidate());
      }
      targets.forEach(
          target ->
              target
                  .coarseness()
                  .map(note -> note + "; exported models predict in these steps")
                  .ifPresent(notices::add));
      notices.addAll(new RepeatedColumns(table, roles, rows).notices());
      TableSchema schema = new TableSchema(inputs, targets);
      return new EncodingFit(
          new TableEncoding(schema),
          EncodedColumn.of(table, roles, schema),
          roles.identifiers(),
          lattices,
          notices);
    }

    private double[] values(String target) {
      double[] all = Numbers.of(table, target, rows);
      return Arrays.stream(rows).mapToDouble(row -> all[row]).toArray();
    }

    private TargetColumn target(
        String name,
        double[] values,
        Transform kind,
        TargetSupport bounds,
        List<InputColumn> inputs,
        List<String> notices) {
      boolean all = kind == Transform.AUTO;
      if (!all && !(kind == Transform.NONE && bounds.bounded())) {
        return new TargetFit(name, weights).fit(values, kind);
      }
      TransformChoice choice =
          TransformChoice.of(
              table, inputs, new TargetFit(name, weights), values, rows, bounds, all);
      if (all) {
        notices.add(choice.notice());
      }
      return choice.column();
    }

    private List<InputColumn> inputs(TableRoles roles, List<String> notices) {
      List<InputColumn> inputs = new ArrayList<>();
      long numeric = roles.roles().values().stream().filter(ColumnRole.NUMERIC::equals).count();
      NumericFit numbers =
          new NumericFit(settings, PieceCount.of(settings, (int) numeric, rows.length));
      List<FittedInput.Clamped> clamped = new ArrayList<>();
      TextFit texts = new TextFit(settings.mostCategories(), ranks);
      for (String name : roles.inputs()) {
        Column column = table.column(name);
        FittedInput fitted =
            switch (Objects.requireNonNull(roles.roles().get(name))) {
              case NUMERIC -> numbers.fit(column, rows, weights);
              case BOOLEAN -> texts.yesAndNo(column, rows, weights);
              case DATE -> new DateFit(settings, table::place).fit(column, rows, weights);
              case CATEGORICAL -> texts.categories(column, rows, weights);
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
    private NumericCodes.Unexplained unexplained(TableRoles roles) {
      List<InputColumn> inputs = inputs(roles, new ArrayList<>());
      TableSchema schema =
          new TableSchema(inputs, roles.targets().stream().map(TargetColumn::plain).toList());
      int count = Math.min(ranks.rows().length, LeaveOneOut.rows(schema.width()));
      int[] places =
          IntStream.range(0, count)
              .map(i -> (int) ((long) i * ranks.rows().length / count))
              .toArray();
      int[] some = IntStream.of(places).map(place -> ranks.rows()[place]).toArray();
      LeaveOneOut regression =
          new LeaveOneOut(new TableEncoding(schema).inputs(table, some), count, schema.width());
      return new NumericCodes.Unexplained(
          some,
          ranks.all().stream()
              .map(all -> IntStream.of(places).mapToDouble(place -> all[place]).toArray())
              .map(regression::errors)
              .toList());
    }
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

  private static <T> T oneForEach(String path, List<T> settings, int target, TableRoles roles) {
    int targets = roles.targets().size();
    if (settings.size() != 1 && settings.size() != targets) {
      throw new InputException(
          "%s: %s (expected: one for all targets, or %s)"
              .formatted(
                  path,
                  settings.stream()
                      .map(t -> t.toString().toLowerCase(Locale.ROOT))
                      .collect(Collectors.joining(", ", "[", "]")),
                  targets));
    }
    return settings.get(settings.size() == 1 ? 0 : target);
  }
}
