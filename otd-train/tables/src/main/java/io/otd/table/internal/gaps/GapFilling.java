// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.gaps;

import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.TableSchema;
import io.otd.table.Column;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.internal.encoding.TableEncoding;
import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Fills the cells of rows to be predicted that are missing in columns where none was missing in
 * training. A missing number is the column's fill, usually its median; a missing text is an unknown
 * category; of yes and no it is the more frequent one; a date is a typical one. Counts such cells,
 * for a note.
 */
public final class GapFilling {
  private static final MathContext SHOWN = new MathContext(6);

  private final TableSchema schema;
  private final Map<InputColumn, Long> gaps = new LinkedHashMap<>();
  private long rows;

  /** Starts without rows. */
  public GapFilling(TableSchema schema) {
    this.schema = schema;
  }

  /**
   * Fills the gaps of a table whose rows are all to be predicted.
   *
   * @param table holds the input columns
   * @param notes receives those for the user
   * @return at least one row; the table itself if nothing is missing
   * @throws InputException if there is no row, or one cannot be predicted
   */
  public static Table filled(TableSchema schema, Table table, Consumer<String> notes) {
    if (table.rows() == 0) {
      throw new InputException("rows: none (expected: at least one)");
    }
    GapFilling gaps = new GapFilling(schema);
    Table rows = gaps.filled(table);
    new TableEncoding(schema).require(rows, IntStream.range(0, rows.rows()).toArray());
    gaps.add(table).notices().forEach(notes);
    return rows;
  }

  /**
   * Counts the gaps of some more rows, all of which are predicted.
   *
   * @param table holds the input columns, with their gaps
   * @return this
   */
  public GapFilling add(Table table) {
    rows += table.rows();
    for (InputColumn input : ofGaps(table)) {
      gaps.merge(input, (long) table.column(input.name()).missingCells(), Long::sum);
    }
    return this;
  }

  /**
   * Fills the gaps of a table.
   *
   * @param table holds the input columns
   * @return the table itself if nothing is missing
   */
  public Table filled(Table table) {
    Table result = table;
    for (InputColumn input : ofGaps(table)) {
      result = result.with(filled(input, table));
    }
    return result;
  }

  private List<? extends InputColumn> ofGaps(Table table) {
    return schema.inputs().stream()
        .filter(input -> !input.mayBeMissing())
        .filter(input -> table.column(input.name()).missingCells() > 0)
        .toList();
  }

  private static Column filled(InputColumn input, Table table) {
    return input.match(
        number ->
            new NumericColumn(
                number.name(),
                Arrays.stream(table.numbers(number.name()))
                    .map(value -> Double.isNaN(value) ? number.fill() : value)
                    .toArray(),
                table.column(number.name()).unit()),
        text -> filled(text.standIn(), table.column(text.name()).texts()));
  }

  private static TextColumn filled(String standIn, TextColumn texts) {
    List<String> dictionary = new ArrayList<>(texts.dictionary());
    if (!dictionary.contains(standIn)) {
      dictionary.add(standIn);
    }
    int code = dictionary.indexOf(standIn);
    return new TextColumn(
        texts.name(),
        dictionary,
        Arrays.stream(texts.codes()).map(c -> c == TextColumn.MISSING ? code : c).toArray());
  }

  /** Notes for the user on the rows so far: one sentence for all columns, or nothing. */
  public List<String> notices() {
    if (gaps.isEmpty()) {
      return List.of();
    }
    String columns =
        gaps.entrySet().stream()
            .map(gap -> text(gap.getKey(), gap.getValue()))
            .collect(Collectors.joining(", "));
    return List.of(
        "missing cells in columns that had none in training, of %s rows: %s"
            .formatted(rows, columns));
  }

  private static String text(InputColumn column, long cells) {
    String as =
        column.match(
            number -> "as " + shown(number.fill()),
            text ->
                text instanceof CategoricalInput
                    ? "as an unknown category"
                    : "as " + text.standIn());
    return "%s %s (%s)".formatted(Quoted.of(column.name()), cells, as);
  }

  private static String shown(double number) {
    BigDecimal rounded = new BigDecimal(number).round(SHOWN);
    return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
  }
}
