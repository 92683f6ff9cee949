// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.core.schema.DateForm;
import io.otd.table.Column;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.internal.cell.DateTexts;
import io.otd.table.internal.rownames.RowNames;
import io.otd.table.problem.ColumnNames;
import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import io.otd.table.settings.ColumnSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Infers the kinds of a table's columns from all its rows: a kind is not a fitted number. A setting
 * wins over what a column looks like.
 */
public final class SchemaInference {
  private static final int FIRST_ROWS = 64;

  private final Table table;
  private final ColumnSettings settings;
  private final List<String> notices = new ArrayList<>();

  private SchemaInference(Table table, ColumnSettings settings) {
    this.table = table;
    this.settings = settings;
  }

  /**
   * Targets as named; all other columns are inputs, except those that only identify rows.
   *
   * @param table what was read
   * @param targets names of columns; an entry that is a comma-separated list of columns instead of
   *     a column represents these
   * @param settings what is known of the columns
   * @throws InputException if a column is named that is not in the table, with the nearest existing
   *     name, or twice, or a target holds texts, or no input is left
   */
  public static TableRoles of(Table table, List<String> targets, ColumnSettings settings) {
    Set<String> chosen = targets(table, targets);
    requireSound(table, chosen, settings);
    requireNumbers(table, chosen);
    return new SchemaInference(table, settings).roles(chosen);
  }

  private TableRoles roles(Set<String> targets) {
    Map<String, ColumnRole> roles = new LinkedHashMap<>();
    for (Column column : table.columns()) {
      roles.put(column.name(), targets.contains(column.name()) ? ColumnRole.TARGET : role(column));
    }
    TableRoles result = new TableRoles(keepOnly(roles), List.copyOf(targets), notices);
    if (result.inputs().isEmpty()) {
      List<String> problems = new ArrayList<>(notices);
      problems.add(
          0,
          "data: no input column besides the target (expected: at least 1; is the separator one of"
              + " comma, semicolon, tab?)");
      throw new InputException(problems);
    }
    return result;
  }

  /** A column that only its cells show to number the rows is kept if it is the only input. */
  private Map<String, ColumnRole> keepOnly(Map<String, ColumnRole> roles) {
    List<String> names =
        roles.entrySet().stream()
            .filter(column -> column.getValue() != ColumnRole.TARGET)
            .map(Map.Entry::getKey)
            .toList();
    if (names.size() == 1
        && roles.get(names.get(0)) == ColumnRole.ID
        && !settings.id().contains(names.get(0))
        && !(table.column(names.get(0)) instanceof TextColumn)
        && !RowNames.isName(names.get(0))) {
      notices.clear();
      roles.put(names.get(0), ColumnRole.NUMERIC);
    }
    return roles;
  }

  /**
   * Notes on columns that are not simply numbers, dates, yes and no, or categories, whatever the
   * target: those that name rows, and dates that are ambiguous.
   *
   * @param table what was read
   */
  public static List<String> oddities(Table table) {
    SchemaInference inference = new SchemaInference(table, ColumnSettings.STANDARD);
    table.columns().forEach(inference::role);
    return inference.notices;
  }

  private ColumnRole role(Column column) {
    String name = column.name();
    if (settings.id().contains(name)) {
      return ColumnRole.ID;
    }
    if (settings.numeric().contains(name)) {
      return ColumnRole.NUMERIC;
    }
    if (settings.date().contains(name)) {
      return ColumnRole.DATE;
    }
    if (settings.categorical().contains(name)) {
      return ColumnRole.CATEGORICAL;
    }
    return column instanceof TextColumn text ? role(text) : numericRole(column);
  }

  private ColumnRole role(TextColumn column) {
    if (BooleanWords.of(column.dictionary()).isPresent()) {
      return ColumnRole.BOOLEAN;
    }
    List<DateForm> forms = new DateFit(settings, table::place).forms(column);
    if (forms.size() == 1) {
      return ColumnRole.DATE;
    }
    if (forms.size() > 1) {
      notices.add(
          "column \"%s\": not taken as dates: %s"
              .formatted(column.name(), DateFit.ambiguous(column)));
    }
    return named(column, RowNames.reason(column, table), ColumnRole.CATEGORICAL);
  }

  private ColumnRole numericRole(Column column) {
    if (dates(column)) {
      notices.add(
          "column \"%s\": whole numbers such as %s, taken as dates (columns.numeric keeps them)"
              .formatted(column.name(), column.texts().dictionary().get(0)));
      return ColumnRole.DATE;
    }
    ColumnRole role = named(column, RowNames.reason(column, table), ColumnRole.NUMERIC);
    if (role == ColumnRole.NUMERIC) {
      RowNames.doubt(column).ifPresent(what -> note(column, what));
    }
    return role;
  }

  /** Most columns are rejected by their first rows, without reading a column in a file. */
  private static boolean dates(Column column) {
    int[] first = IntStream.range(0, Math.min(FIRST_ROWS, column.rows())).toArray();
    return DateTexts.mayBeCompact(column.at(first).numbers())
        && DateTexts.areCompact(column.numbers());
  }

  private ColumnRole named(Column column, Optional<String> reason, ColumnRole otherwise) {
    reason.ifPresent(why -> note(column, why));
    return reason.isPresent() ? ColumnRole.ID : otherwise;
  }

  private void note(Column column, String what) {
    notices.add("column \"%s\": %s".formatted(column.name(), what));
  }

  private static void requireSound(Table table, Set<String> targets, ColumnSettings settings) {
    Map<String, List<String>> named = new LinkedHashMap<>();
    named.put("columns.numeric", settings.numeric());
    named.put("columns.date", settings.date());
    named.put("columns.categorical", settings.categorical());
    named.put("columns.id", settings.id());
    Map<String, String> seen = new LinkedHashMap<>();
    targets.forEach(target -> seen.put(target, "data.target"));
    List<String> problems = new ArrayList<>();
    named.forEach(
        (setting, names) -> {
          problems.addAll(missing(setting, names, table));
          for (String name : names) {
            if (table.has(name) && seen.putIfAbsent(name, setting) != null) {
              problems.add(
                  "%s: \"%s\" stands in %s too (expected: once)"
                      .formatted(setting, name, seen.get(name)));
            }
          }
        });
    InputException.throwIfAny(problems);
  }

  private static void requireNumbers(Table table, Set<String> targets) {
    List<String> problems = new ArrayList<>();
    for (String target : targets) {
      if (table.column(target) instanceof TextColumn texts && texts.firstText().isPresent()) {
        int row = texts.firstText().getAsInt();
        problems.add(
            "target \"%s\": %s in %s (expected: numbers; %s)"
                .formatted(
                    target,
                    Quoted.of(texts.text(row)),
                    table.place(row),
                    BooleanWords.of(texts.dictionary())
                        .map(words -> "1 for %s and 0 for %s".formatted(words.yes(), words.no()))
                        .orElse("texts cannot be predicted")));
      }
    }
    InputException.throwIfAny(problems);
  }

  /**
   * The names of the targets.
   *
   * @param table what was read
   * @param targets names of columns; an entry that is a comma-separated list of columns instead of
   *     a column represents these
   * @throws InputException if there are none, or one is not in the table, or is given twice
   */
  public static Set<String> targets(Table table, List<String> targets) {
    if (targets.isEmpty()) {
      throw InputException.notGiven(
          "data.target", "the column to predict, one of %s", ColumnNames.quoted(table.names()));
    }
    Set<String> chosen = new LinkedHashSet<>();
    List<String> problems = new ArrayList<>();
    for (String entry : targets) {
      for (String name : columns(table, entry)) {
        problems.addAll(missing("data.target", List.of(name), table));
        if (!chosen.add(name) && table.has(name)) {
          problems.add("data.target \"" + name + "\": given twice (expected: once)");
        }
      }
    }
    InputException.throwIfAny(problems);
    return chosen;
  }

  private static List<String> missing(String what, List<String> names, Table table) {
    return ColumnNames.unknown(what, names, table.names(), "in the table");
  }

  private static List<String> columns(Table table, String entry) {
    String name = entry.strip();
    if (table.has(name) || !name.contains(",")) {
      return List.of(name);
    }
    return Arrays.stream(name.split(",")).map(String::strip).filter(s -> !s.isEmpty()).toList();
  }
}
