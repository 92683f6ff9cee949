// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.rownames;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.table.Column;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowNamesTest {
  private static NumericColumn column(String name, int rows, IntUnaryOperator number) {
    return NumericColumn.of(name, IntStream.range(0, rows).map(number).toArray());
  }

  private static Column shuffled(NumericColumn column) {
    List<Double> values =
        Arrays.stream(column.values())
            .boxed()
            .collect(Collectors.toCollection(java.util.ArrayList::new));
    Collections.shuffle(values, new Random(3));
    return new NumericColumn(
        column.name(), values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static Optional<String> reason(Column column) {
    return RowNames.reason(column, Table.of(column));
  }

  /** Some rows of a larger table keep its numbers: they rise with gaps. */
  private static int withGaps(int row) {
    return 5 * row / 4 + 2;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "index",
        "rownames",
        "row.names",
        "__index_level_0__",
        "Unnamed: 0",
        "column_1",
        "id",
        "customer_id",
        "customerID",
        "rn",
        "RowNumber"
      })
  void names_of_rows_are_recognised_with_gaps(String name) {
    assertThat(reason(column(name, 40, RowNamesTest::withGaps))).isPresent();
    assertThat(reason(column(name, 40, row -> 1000 + 7 * row))).isPresent();
    assertThat(reason(shuffled(column(name, 40, row -> 1000 + 7 * row)))).isPresent();
    assertThat(reason(column(name, 40, row -> row / 2))).isEmpty();
  }

  @Test
  void names_of_rows_may_repeat_a_few() {
    for (String name : List.of("Unnamed: 0", "customer_id")) {
      assertThat(reason(shuffled(column(name, 600, row -> 1000 + 7 * Math.max(row, 1)))))
          .hasValueSatisfying(why -> assertThat(why).contains("nearly all different"));
      assertThat(reason(shuffled(column(name, 600, row -> 7 * (row - row / 10))))).isEmpty();
    }
    assertThat(reason(shuffled(column("price", 600, row -> 1000 + 7 * Math.max(row, 1)))))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Rank", "lfd", "X", "no", "a"})
  void a_counter_is_recognised_whatever_its_name(String name) {
    assertThat(reason(column(name, 30, row -> row)))
        .hasValueSatisfying(why -> assertThat(why).contains("columns.numeric keeps it"));
    assertThat(reason(column(name, 30, row -> 30 - row))).isPresent();
    assertThat(reason(column(name, 30, row -> 10_001 + row))).isPresent();
    assertThat(reason(column(name, 30, RowNamesTest::withGaps))).isPresent();
    assertThat(reason(shuffled(column(name, 60, RowNamesTest::withGaps)))).isPresent();
    assertThat(reason(column(name, 300, row -> 1002 + 2 * row))).isPresent();
    assertThat(reason(column(name, 300, row -> 20_000 - 3 * row - row % 2))).isPresent();
    assertThat(reason(column(name, 300, row -> 5000 + 2 * row - row / 299))).isPresent();
  }

  /** Rows that stand twice have the same number. */
  @Test
  void a_counter_may_have_a_few_repetitions() {
    assertThat(reason(column("Messung", 300, row -> 5000 + row - row / 100))).isPresent();
    assertThat(reason(column("Messung", 300, row -> 5000 + row - row / 10))).isEmpty();
    assertThat(reason(column("firm", 200, row -> row / 20))).isEmpty();
    assertThat(reason(column("treated", 200, row -> row / 100))).isEmpty();
  }

  /** What equal numbers get: the least, the greatest, the mean of their ranks, or the next one. */
  private static double[] ranks(int[] scores, String ties) {
    return Arrays.stream(scores)
        .mapToDouble(
            score -> {
              double below = Arrays.stream(scores).filter(s -> s < score).count();
              double upTo = Arrays.stream(scores).filter(s -> s <= score).count();
              return switch (ties) {
                case "least" -> below + 1;
                case "greatest" -> upTo;
                case "mean" -> (below + 1 + upTo) / 2;
                default -> Arrays.stream(scores).filter(s -> s < score).distinct().count() + 1.0;
              };
            })
        .toArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"least", "greatest", "mean", "next"})
  void ranks_with_ties_are_recognised_in_any_order_and_whatever_their_name(String ties) {
    Random random = new Random(5);
    int[] scores = random.ints(300, 0, ties.equals("next") ? 900 : 200).toArray();
    double[] ranks = ranks(scores, ties);
    assertThat(reason(new NumericColumn("placing", ranks)))
        .hasValueSatisfying(why -> assertThat(why).contains("ranks of the rows"));
    assertThat(reason(new NumericColumn("placing", Arrays.stream(ranks).sorted().toArray())))
        .isPresent();
    double[] fromZero = Arrays.stream(ranks).map(rank -> rank - 1).toArray();
    assertThat(reason(new NumericColumn("placing", fromZero))).isPresent();
    double[] others = Arrays.stream(ranks).map(rank -> rank > 100 ? rank + 1 : rank).toArray();
    assertThat(reason(new NumericColumn("placing", others))).isEmpty();
  }

  @Test
  void ranks_of_some_rows_of_a_larger_table_are_recognised_by_their_name() {
    Random random = new Random(6);
    int[] some = random.ints(200, 1, 400).toArray();
    for (String name : List.of("rank", "world_rank", "worldRank", "ranking 2023")) {
      assertThat(reason(column(name, 200, row -> some[row]))).isPresent();
    }
    assertThat(reason(column("score", 200, row -> some[row]))).isEmpty();
    assertThat(reason(column("fifa_rank", 200, row -> some[row] % 60))).isEmpty();
    assertThat(reason(column("ranked", 200, row -> some[row]))).isEmpty();
  }

  @Test
  void counts_levels_and_groups_are_no_ranks() {
    Random random = new Random(7);
    int[] numbers = random.ints(400, 0, 400).toArray();
    assertThat(reason(column("visits", 400, row -> numbers[row] * numbers[row] / 4000))).isEmpty();
    assertThat(reason(column("level", 400, row -> 1 + numbers[row] % 40))).isEmpty();
    assertThat(reason(column("group", 400, row -> row / 2))).isEmpty();
    assertThat(reason(column("answer", 400, row -> numbers[row] % 2))).isEmpty();
    assertThat(reason(column("constant", 400, row -> 1))).isEmpty();
    assertThat(reason(column("any", 400, row -> numbers[row]))).isEmpty();
  }

  @Test
  void levels_that_occur_equally_often_are_no_ranks() {
    assertThat(reason(column("angle", 360, row -> 10 * (row / 10)))).isEmpty();
    assertThat(reason(column("angle", 360, row -> 10 * (row % 36)))).isEmpty();
    assertThat(reason(column("angle", 100, row -> 5 * (row / 5)))).isEmpty();
    assertThat(reason(column("angle", 357, row -> 10 * (row / 10)))).isEmpty();
    assertThat(reason(shuffled(column("angle", 360, row -> 1 + 10 * (row % 36))))).isEmpty();
    // One tie is smaller than the others.
    assertThat(reason(column("placing", 359, row -> row < 9 ? 1 : 10 * ((row + 1) / 10))))
        .isPresent();
  }

  @Test
  void an_index_may_begin_anew_and_lack_a_few_cells() {
    for (String name : List.of("Unnamed: 0", "column_1")) {
      Column index = shuffled(column(name, 600, row -> 1000 + 7 * Math.max(row, 1)));
      assertThat(reason(index)).isPresent();
      double[] lacking = index.numbers().clone();
      lacking[17] = Double.NaN;
      assertThat(reason(new NumericColumn(name, lacking))).isPresent();
      assertThat(reason(column(name, 600, row -> row % 300)))
          .hasValueSatisfying(why -> assertThat(why).contains("count up again and again"));
    }
    assertThat(reason(column("subject_id", 600, row -> row % 300))).isEmpty();
    assertThat(reason(column("index", 10, row -> row % 5))).isEmpty();
    assertThat(reason(column("index", 49, row -> row % 25))).isEmpty();
    assertThat(reason(column("index", 50, row -> row % 25))).isPresent();
  }

  @Test
  void the_place_of_a_row_is_no_position() {
    assertThat(reason(column("Pos.", 300, row -> row + 1))).isPresent();
    assertThat(reason(column("position", 300, row -> row))).isPresent();
    assertThat(reason(column("Pos.", 300, row -> 10 * row))).isEmpty();
    assertThat(reason(column("pos_x", 300, row -> row + 1))).isEmpty();
  }

  @Test
  void a_quantity_by_which_the_table_is_sorted_is_kept_and_named() {
    Random random = new Random(4);
    int[] sorted = random.ints(200, 0, 900).sorted().toArray();
    assertThat(reason(column("load", 200, row -> sorted[row]))).isEmpty();
    assertThat(reason(column("wavelength", 300, row -> 400 + 2 * row))).isEmpty();
    assertThat(reason(column("Spannung (V)", 300, row -> 100 + 2 * row))).isEmpty();
    assertThat(reason(column("width_mm", 300, row -> 100 + 2 * row))).isEmpty();
    Column price = column("price", 200, row -> 100_000 + 997 * row);
    assertThat(reason(price)).isEmpty();
    assertThat(RowNames.doubt(price))
        .hasValueSatisfying(what -> assertThat(what).contains("columns.id"));
    assertThat(RowNames.doubt(shuffled((NumericColumn) price))).isEmpty();
    assertThat(RowNames.doubt(column("place in list", 200, row -> 3 * (row - row / 4))))
        .isPresent();
    assertThat(RowNames.doubt(column("firm", 200, row -> row / 20))).isEmpty();
    assertThat(RowNames.doubt(column("jahr", 60, row -> 1950 + row))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"year", "t", "day_of_study", "time (s)", "Hour", "x", "depth_cm"})
  void a_counted_time_or_position_is_no_name(String name) {
    assertThat(reason(column(name, 60, row -> row))).isEmpty();
    assertThat(reason(column(name, 60, row -> 1950 + row))).isEmpty();
  }

  @Test
  void measurements_are_no_names() {
    assertThat(reason(column("jahr", 60, row -> 1950 + row))).isEmpty();
    Random random = new Random(1);
    // Prices, each once, in any order and sorted; ages; a grid; a rising measure; ones with a gap.
    assertThat(reason(column("price", 200, row -> 100_000 + 997 * ((row * 31) % 200)))).isEmpty();
    assertThat(reason(column("price", 200, row -> 100_000 + 997 * row))).isEmpty();
    assertThat(reason(column("years_old", 200, row -> random.nextInt(90)))).isEmpty();
    assertThat(reason(column("power", 40, row -> 50 * row))).isEmpty();
    assertThat(reason(column("count", 40, row -> row * row))).isEmpty();
    assertThat(reason(column("few", 10, row -> row))).isEmpty();
    double[] missing = IntStream.range(0, 60).asDoubleStream().toArray();
    missing[30] = Double.NaN;
    assertThat(reason(new NumericColumn("some", missing))).isEmpty();
    assertThat(
            reason(
                new NumericColumn(
                    "size", IntStream.range(0, 60).mapToDouble(i -> i + 0.5).toArray())))
        .isEmpty();
  }

  /** A file without a header has several columns without a name. */
  @Test
  void the_first_of_many_columns_without_a_name_is_a_measurement() {
    Column first = shuffled(column("column_1", 40, row -> 1000 + 7 * row));
    Column second = column("column_2", 40, row -> row % 3);
    assertThat(RowNames.reason(first, Table.of(first, second))).isEmpty();
    assertThat(RowNames.reason(first, Table.of(first))).isPresent();
  }

  @Test
  void texts_of_which_nearly_all_are_different_are_names() {
    assertThat(reason(texts(2555, 2543)))
        .hasValueSatisfying(why -> assertThat(why).contains("2543 different texts in 2555 rows"));
    assertThat(reason(texts(2555, 2400))).isEmpty();
    assertThat(reason(texts(12, 11))).isEmpty();
    assertThat(reason(texts(3, 3)))
        .hasValueSatisfying(why -> assertThat(why).contains("a different text in each row"));
  }

  private static Column texts(int rows, int different) {
    return TextColumn.of(
        "name", IntStream.range(0, rows).mapToObj(i -> "n" + i % different).toList());
  }

  @Test
  void what_a_file_calls_an_index_names_rows_unless_it_repeats_or_is_a_time() {
    double[] measured = {3.5, 1.25, 9.75, 4};
    for (String name : List.of("sample", "t")) {
      Column column = new NumericColumn(name, measured);
      Table table = Table.of(column);
      assertThat(RowNames.reason(column, table)).isEmpty();
      assertThat(RowNames.reason(column, table.named(Set.of(name))).isPresent())
          .isEqualTo(name.equals("sample"));
    }
    Column groups = NumericColumn.of("group", 1, 1, 2, 2);
    assertThat(RowNames.reason(groups, Table.of(groups).named(Set.of("group")))).isEmpty();
  }
}
