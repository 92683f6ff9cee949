// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.rownames;

import io.otd.table.Column;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.internal.build.NearlyAll;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds columns that name or number the rows. In a table that is sorted by its target, the number
 * of a row predicts the target; a new row has no such number.
 *
 * <ul>
 *   <li>Texts, of which nearly all are different.
 *   <li>The index of a data frame, as its file calls it, of which nearly all are different.
 *   <li>Whole numbers, each once, as a name says that numbers rows ({@code id}, {@code rownames}, a
 *       first column without a name): running numbers, or any from 20 rows on. From 50 rows on,
 *       nearly all different is enough under such a name, and so are numbers that go up by one and
 *       now and then begin anew, as in joined tables.
 *   <li>Whole numbers that rise or fall with the rows, from 20 rows on, and of which none, or
 *       hardly any, is repeated, though random numbers of their range would be. So are numbers that
 *       go up or down by one. Years are excepted.
 *   <li>Whole numbers, hardly any of them repeated, in any order from 50 rows on, that fill at
 *       least half of the range from 0 to the greatest. Measurements of this density have
 *       repetitions.
 *   <li>Ranks of the rows in any order, from 20 different ones on, also with ties, but no levels
 *       that occur equally often; under the name of a rank, any of which more than half are
 *       different.
 * </ul>
 *
 * <p>What is named as a time, a position or a quantity with its unit is no number of a row; neither
 * is a column whose numbers rise with wide gaps, as a quantity by which the table is sorted.
 */
public final class RowNames {
  private static final int FEWEST_ROWS = 20;
  private static final int FEWEST_ROWS_IN_ANY_ORDER = 50;
  private static final int SAMPLE = 64;
  private static final int FIRST_YEAR = 1500;
  private static final int RECENT_YEAR = 1900;
  private static final int LAST_YEAR = 2200;

  /** What the first column is called if it has no name. */
  private static final String NAMELESS = "column_1";

  /** Names of which running numbers name rows, as {@code row no.} and {@code price index}. */
  private static final Pattern LOOSE =
      Pattern.compile(
          "(?i:(.*[ _.-])?(id|idx|index|key|no|nr|num|number|row|uuid|guid)\\.?)|.*[a-z](ID|Id)"
              + "|Unnamed.*|column_1");

  /** Names of which different numbers name rows. */
  private static final Pattern IDENTIFIER =
      Pattern.compile("(?i:(.*[ _.-])?(id|uuid|guid))|.*[a-z](ID|Id)");

  /** What programs call a nameless column, and how people number rows. */
  private static final Pattern INDEX =
      Pattern.compile(
          "(?i:idx|index|rn|row[ _.-]?(names?|id|nr|no|num|number|index)|__index_level_[0-9]+__"
              + "|Unnamed: ?[0-9]+)");

  /**
   * Times, positions and quantities with their units may be counted and still tell something of a
   * new row.
   */
  private static final Pattern AXIS =
      Pattern.compile(
          "(?i:(.*["
              + " _.-])?(t|ts|(?-i:x)|(date|unix)?time|timestamp|date|year|yr|quarter|month|week|day"
              + "|hour|minute|min|second|sec|step|tick|epoch|period|cycle|frame|age|depth|distance|position|pos|frequency|wavelength|iteration|generation)s?(["
              + " _.(\\[-].*)?|.*[^ _] ?[(\\[][^0-9)\\]]+[)\\]]"
              + "|.*_([nmck]?m|[mk]?g|[nm]?s|h|[mk]?hz|[mk]?[vaw]|k?pa|bar|m?l|k|deg|eur|usd|pct))");

  /** Names of ranks, also of some rows of a larger table. */
  private static final Pattern RANK =
      Pattern.compile("(?i:(.*[ _.-])?(rank(ing)?|rang)([ _.-].*)?)|.*[a-z]Rank");

  /** A position; in a table that is sorted, also the place of the row. */
  private static final Pattern PLACE = Pattern.compile("(?i:pos(ition)?\\.?)");

  private RowNames() {}

  /** Whether a column of this name, if it holds running numbers, only names rows. */
  public static boolean isName(String name) {
    return Stream.of(LOOSE, IDENTIFIER, INDEX).anyMatch(p -> p.matcher(name).matches());
  }

  /**
   * Why a column names the rows, in words for the user; empty if it does not.
   *
   * @param table all columns
   */
  public static Optional<String> reason(Column column, Table table) {
    return column instanceof TextColumn texts
        ? ofTexts(texts)
        : byName(column, table).or(() -> byCells(column)).or(() -> bySource(column, table));
  }

  private static Optional<String> bySource(Column column, Table table) {
    if (!table.rowNames().contains(column.name()) || AXIS.matcher(column.name()).matches()) {
      return Optional.empty();
    }
    long present = (long) column.rows() - column.missingCells();
    long different =
        Arrays.stream(column.numbers()).filter(v -> !Double.isNaN(v)).distinct().count();
    return present > 1 && NearlyAll.hold(present - different, present)
        ? Optional.of(message("numbers that are the index of a data frame"))
        : Optional.empty();
  }

  private static Optional<String> ofTexts(TextColumn column) {
    int present = column.rows() - column.missingCells();
    int different = column.dictionary().size();
    if (present < 2 || (different < present && !nearlyAll(different, present))) {
      return Optional.empty();
    }
    String texts =
        different == present
            ? "a different text in each row"
            : "%s different texts in %s rows".formatted(different, present);
    return Optional.of(
        texts + ", taken as a name of the row and left out (columns.categorical keeps it)");
  }

  private static boolean nearlyAll(int different, int present) {
    return present >= FEWEST_ROWS && NearlyAll.hold(present - different, present);
  }

  /** Whether the name of a column and its numbers say that it names the rows. */
  private static Optional<String> byName(Column column, Table table) {
    boolean index = INDEX.matcher(column.name()).matches() || isNameless(column, table);
    boolean strict = index || IDENTIFIER.matcher(column.name()).matches();
    boolean rank = RANK.matcher(column.name()).matches();
    if (!strict && !rank && !LOOSE.matcher(column.name()).matches()) {
      return Optional.empty();
    }
    Optional<Counted> all = Counted.of(strict || rank ? present(column) : column.numbers());
    if (strict && all.filter(c -> c.repeated() > 0 && nearlyEach(c)).isPresent()) {
      return Optional.of(message("whole numbers, nearly all different, under this name"));
    }
    if (index && all.filter(RowNames::beginsAnew).isPresent()) {
      return Optional.of(message("whole numbers that count up again and again, under this name"));
    }
    if (rank && all.filter(RowNames::mostlyDifferent).isPresent()) {
      return Optional.of(message("whole numbers, most of them different, under this name"));
    }
    Optional<Counted> counted = all.filter(Counted::each);
    boolean names =
        counted.isPresent()
            && (counted.get().running()
                || (column.rows() >= FEWEST_ROWS
                    && (strict || (counted.get().monotone() && !column.name().equals(NAMELESS)))));
    return names
        ? Optional.of(message("whole numbers, each once, under this name"))
        : Optional.empty();
  }

  /** The cells that are not missing, if nearly all are; else all. */
  private static double[] present(Column column) {
    double[] numbers = column.numbers();
    double[] present = DoubleStream.of(numbers).filter(n -> !Double.isNaN(n)).toArray();
    return NearlyAll.hold(numbers.length - present.length, numbers.length) ? present : numbers;
  }

  private static boolean nearlyEach(Counted numbers) {
    return numbers.rows() >= FEWEST_ROWS_IN_ANY_ORDER
        && numbers.whole()
        && NearlyAll.hold(numbers.repeated(), numbers.rows());
  }

  private static boolean beginsAnew(Counted numbers) {
    return numbers.rows() >= FEWEST_ROWS_IN_ANY_ORDER
        && numbers.repeated() > 0
        && numbers.stepwise();
  }

  private static boolean mostlyDifferent(Counted numbers) {
    return numbers.rows() >= FEWEST_ROWS
        && numbers.least() >= 0
        && 2 * numbers.repeated() < numbers.rows();
  }

  /**
   * Whether it is the first column and the only one without a name, as programs write row names.
   */
  private static boolean isNameless(Column column, Table table) {
    return column.name().equals(NAMELESS)
        && table.names().stream().filter(name -> name.matches("column_[0-9]+")).count() == 1;
  }

  /**
   * Why the cells of a column number the rows, whatever its name; empty if they do not.
   *
   * @param column of numbers
   */
  public static Optional<String> byCells(Column column) {
    Optional<Counted> counted = counted(column);
    if (counted.filter(c -> c.monotone() && numbersRows(c)).isPresent()) {
      return Optional.of(message("whole numbers that rise or fall from row to row"));
    }
    if (counted.filter(Counted::ranked).isPresent()) {
      return Optional.of(message("ranks of the rows"));
    }
    return counted.filter(c -> c.rows() >= FEWEST_ROWS_IN_ANY_ORDER && c.fills()).isPresent()
        ? Optional.of(message("whole numbers, hardly any twice, nearly without gaps"))
        : Optional.empty();
  }

  /**
   * A note on a column that is kept although it rises or falls with the rows; empty for most.
   *
   * @param column that does not name the rows
   */
  public static Optional<String> doubt(Column column) {
    return column instanceof TextColumn
        ? Optional.empty()
        : counted(column)
            .filter(c -> c.monotone() && c.whole() && 2 * c.repeated() < c.rows() && !years(c))
            .map(
                c ->
                    "whole numbers that rise or fall from row to row, kept as an input"
                        + " (columns.id leaves it out, if it numbers the rows)");
  }

  /** The numbers of a column that may number rows, as far as its name and its first rows show. */
  private static Optional<Counted> counted(Column column) {
    int rows = column.rows();
    if (rows < FEWEST_ROWS || !mayCount(column)) {
      return Optional.empty();
    }
    boolean place = PLACE.matcher(column.name()).matches();
    if (!place && AXIS.matcher(column.name()).matches()) {
      return Optional.empty();
    }
    return Counted.of(column.numbers()).filter(c -> !place || (c.ranked() && c.monotone()));
  }

  private static boolean numbersRows(Counted numbers) {
    return numbers.fills() || ((numbers.running() || numbers.hardlyRepeated()) && !years(numbers));
  }

  private static boolean years(Counted numbers) {
    return numbers.least() >= FIRST_YEAR
        && numbers.greatest() >= RECENT_YEAR
        && numbers.greatest() <= LAST_YEAR;
  }

  /** Rejects nearly all columns by their first rows. */
  private static boolean mayCount(Column column) {
    int[] first = IntStream.range(0, Math.min(SAMPLE, column.rows())).toArray();
    // Of ranks, a tenth are different: of so many rows, few are then equal.
    double repeated = 3 * (1 + 5.0 * first.length * first.length / column.rows());
    return Counted.of(column.at(first).numbers())
        .filter(
            c ->
                c.monotone()
                    || (c.repeated() <= repeated
                        && c.least() >= 0
                        && c.greatest() < 2.0 * column.rows()))
        .isPresent();
  }

  private static String message(String numbers) {
    return numbers + ", taken as a number of the row and left out (columns.numeric keeps it)";
  }
}
