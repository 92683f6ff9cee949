package io.otd.train.data;

import io.otd.core.schema.TableSchema;
import io.otd.train.problem.InputException;
import io.otd.train.problem.NearestName;
import io.otd.train.problem.Quoted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which columns of a table are inputs, and which targets. */
public final class SchemaInference {
  private SchemaInference() {}

  /**
   * Targets as named, all other columns inputs in the order of the table.
   *
   * @param table what was read
   * @param targets names of columns; an entry that is no column but a list of columns, separated by
   *     commas, stands for these
   * @throws InputException if a target is not in the table, with the nearest name there is, or no
   *     input is left
   */
  public static TableSchema of(Table table, List<String> targets) {
    if (targets.isEmpty()) {
      throw new InputException(
          "data.target: none given (expected: the column to predict, one of %s)"
              .formatted(ColumnNames.quoted(table.names())));
    }
    Set<String> chosen = new LinkedHashSet<>();
    List<String> problems = new ArrayList<>();
    for (String entry : targets) {
      for (String name : columns(table, entry)) {
        if (!table.has(name)) {
          problems.add(
              "target column %s: not in the data (expected: one of %s%s)"
                  .formatted(
                      Quoted.of(name),
                      ColumnNames.quoted(table.names()),
                      NearestName.hint(name, table.names())));
        } else if (!chosen.add(name)) {
          problems.add("target column \"" + name + "\": given twice (expected: once)");
        }
      }
    }
    List<String> inputs = table.names().stream().filter(n -> !chosen.contains(n)).toList();
    if (problems.isEmpty() && inputs.isEmpty()) {
      problems.add(
          "data: no input column beside the target (expected: at least 1; is the separator one of"
              + " comma, semicolon, tab?)");
    }
    if (!problems.isEmpty()) {
      throw new InputException(problems);
    }
    return new TableSchema(inputs, List.copyOf(chosen));
  }

  private static List<String> columns(Table table, String entry) {
    String name = entry.strip();
    if (table.has(name) || !name.contains(",")) {
      return List.of(name);
    }
    return Arrays.stream(name.split(",")).map(String::strip).filter(s -> !s.isEmpty()).toList();
  }
}
