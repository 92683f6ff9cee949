// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.duckdb;

import io.otd.table.Column;
import io.otd.table.TextColumn;
import io.otd.table.problem.Quoted;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The units that the result of a query has. A column that the query passes on, chooses from or
 * compares keeps its unit; one that it computes has none.
 *
 * <p>The engine itself tells which is which: it plans the query over an empty table, in which the
 * columns of each unit have a number of decimals of their own. Arithmetic and a choice between two
 * units make the type of the result wider.
 */
final class QueryUnits {
  private static final String SCHEMA = "units";

  /** Of the numbers in all units: one digit less than the engine has for what is wider. */
  private static final int WIDTH = 37;

  /** Before the decimal point, more than any number that a query adds, or takes instead. */
  private static final int FEWEST_DIGITS = 20;

  /** What rounds to fewer decimals is not a column itself. */
  private static final int FEWEST_DECIMALS = 7;

  private final List<Column> columns;
  private final List<String> names;
  private final List<String> units;

  /**
   * Takes the columns that a query sees.
   *
   * @param columns of the table
   * @param names by which the query calls them
   */
  QueryUnits(List<Column> columns, List<String> names) {
    this.columns = columns;
    this.names = names;
    this.units =
        columns.stream().map(Column::unit).filter(unit -> !unit.isEmpty()).distinct().toList();
  }

  /**
   * The columns with their types, as SQL declares them.
   *
   * @param number the type of numbers in a unit, which may be empty
   */
  String declared(UnaryOperator<String> number) {
    return IntStream.range(0, columns.size())
        .mapToObj(
            i ->
                DuckDb.name(names.get(i))
                    + " "
                    + (columns.get(i) instanceof TextColumn
                        ? "varchar"
                        : number.apply(columns.get(i).unit())))
        .collect(Collectors.joining(", "));
  }

  private String type(String unit) {
    int decimals = FEWEST_DECIMALS + units.indexOf(unit);
    return unit.isEmpty() || FEWEST_DIGITS + decimals > WIDTH
        ? "DOUBLE"
        : "DECIMAL(%s,%s)".formatted(WIDTH, decimals);
  }

  /**
   * The unit of each column of the result, empty for none.
   *
   * @param connection without a query that is running
   * @param notes receives which units the query loses
   * @return empty if no column has a unit, or the query is wrong
   */
  List<String> of(String query, Connection connection, QueryNotes notes) throws SQLException {
    List<String> kept = new ArrayList<>();
    if (!units.isEmpty()) {
      DuckDb.execute(connection, "create schema " + SCHEMA);
      DuckDb.execute(
          connection,
          "create table %s.%s (%s)".formatted(SCHEMA, QueriedFile.DATA, declared(this::type)));
      DuckDb.execute(connection, "set schema = '%s'".formatted(SCHEMA));
      try (Statement statement = connection.createStatement();
          ResultSet result = statement.executeQuery("describe " + query)) {
        while (result.next()) {
          kept.add(unit(result.getString("column_type")));
        }
      } catch (SQLException e) {
        kept.clear(); // the query itself will say what is wrong, or does not take decimals
      }
      DuckDb.execute(connection, "set schema = 'main'");
      DuckDb.execute(connection, "drop schema %s cascade".formatted(SCHEMA));
    }
    noteLost(new LinkedHashSet<>(kept), notes);
    return kept;
  }

  private String unit(String type) {
    return units.stream().filter(unit -> type(unit).equals(type)).findFirst().orElse("");
  }

  private void noteLost(Set<String> kept, QueryNotes notes) {
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (!column.unit().isEmpty() && !kept.contains(column.unit())) {
        notes.add(
            names.get(i),
            "column %s: what the query computes of it has no unit; the column has %s"
                .formatted(Quoted.of(column.name()), Quoted.of(column.unit())),
            false);
      }
    }
  }
}
