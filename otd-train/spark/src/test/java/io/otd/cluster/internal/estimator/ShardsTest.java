// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster.internal.estimator;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.schema.BooleanInput;
import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.NumericInput;
import io.otd.spark.SharedSession;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.preparation.ShardFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardsTest {
  private static final int ROWS = 24_000;

  @TempDir Path folder;

  private static Dataset<Row> rows(int partitions) {
    return SharedSession.get()
        .range(0, ROWS, 1, partitions)
        .selectExpr(
            "id",
            "pmod(xxhash64(id), 10000) / 500D as a",
            "if(id % 7 = 0, null, element_at(array('north', 'east', 'west'), cast(id % 3 + 1 as"
                + " int))) as side",
            "cast(id % 5 as float) as b",
            "id / 1000D - 10 as y");
  }

  private EstimatorPlan plan(Dataset<Row> rows, int members, int memory) {
    return plan(rows, members, memory, "");
  }

  private EstimatorPlan plan(Dataset<Row> rows, int members, int memory, String weight) {
    return EstimatorPlan.of(
        rows.schema(),
        new EstimatorPlan.Request(
            List.of("y"), List.of(), members, memory, 7, folder.toString(), weight));
  }

  private PreparedTable weighed(String name, Dataset<Row> rows) throws IOException {
    Path directory = Files.createDirectory(folder.resolve(name));
    return new Shards(plan(rows, 2, 1000, "w"), directory.toString()).of(rows);
  }

  private PreparedTable shards(String name, Dataset<Row> rows, int memory) throws IOException {
    return shards(name, rows, 3, memory);
  }

  private PreparedTable shards(String name, Dataset<Row> rows, int members, int memory)
      throws IOException {
    Path directory = Files.createDirectory(folder.resolve(name));
    return new Shards(plan(rows, members, memory), directory.toString()).of(rows);
  }

  @Test
  void each_row_trains_one_member_or_is_held_out() throws IOException {
    PreparedTable data = shards("parts", rows(4), 1000);
    int learned = data.shards().stream().mapToInt(shard -> shard.shape().rows()).sum();
    assertThat(learned + data.split().validation().length).isEqualTo(ROWS);
    // A tenth, within four standard deviations.
    int deviations = (int) (4 * Math.sqrt(ROWS * .1 * .9));
    assertThat(data.split().validation().length).isCloseTo(ROWS / 10, within(deviations));
    // y differs in each row: all training rows, and none twice.
    assertThat(data.shards().stream().flatMapToDouble(ShardsTest::targets).distinct().count())
        .isEqualTo(learned);
  }

  private static java.util.stream.DoubleStream targets(ShardFile shard) {
    float[] y = shard.y();
    return java.util.stream.IntStream.range(0, y.length).mapToDouble(i -> y[i]);
  }

  @Test
  void shards_contain_standardized_numbers_and_sorted_categories() throws IOException {
    PreparedTable data = shards("scaled", rows(4), 1000);
    assertThat(data.schema().inputNames()).containsExactly("a", "side", "b");
    CategoricalInput side = (CategoricalInput) data.schema().inputs().get(1);
    assertThat(side.categories()).containsExactly("east", "north", "west", "");
    double sum = 0;
    double squares = 0;
    double targets = 0;
    int n = 0;
    for (ShardFile shard : data.shards()) {
      for (int i = 0; i < shard.shape().rows(); i++, n++) {
        double x = shard.x()[i * shard.shape().inputs()];
        sum += x;
        squares += x * x;
        targets += shard.y()[i];
      }
    }
    // 0, 1 and 0 with float32 rounding.
    assertThat(sum / n).isCloseTo(0, within(1e-6));
    assertThat(squares / n).isCloseTo(1, within(1e-6));
    assertThat(targets / n).isCloseTo(0, within(1e-6));
  }

  @Test
  void shards_do_not_depend_on_partitioning() throws IOException {
    PreparedTable first = shards("one", rows(1), 1000);
    PreparedTable other = shards("six", rows(6).orderBy("a"), 1000);
    assertThat(other.schema()).isEqualTo(first.schema());
    assertThat(other.source().sha256()).isEqualTo(first.source().sha256());
    for (int m = 0; m < 3; m++) {
      assertThat(Files.mismatch(file("one", m), file("six", m))).isEqualTo(-1);
    }
  }

  private Path file(String name, int member) {
    return ShardWriter.file(folder.resolve(name).toString(), member);
  }

  @Test
  void memory_bounds_the_rows_of_a_member() throws IOException {
    PreparedTable data = shards("small", rows(4), 1, 1);
    int width = data.schema().width() + 1;
    double most = 1e6 / 8 / width; // 4 bytes a number, twice
    assertThat(most).isLessThan(.8 * ROWS);
    for (ShardFile shard : data.shards()) {
      assertThat((double) shard.shape().rows()).isCloseTo(most, within(4 * Math.sqrt(most)));
    }
    NumericInput a = (NumericInput) data.schema().inputs().get(0);
    assertThat(a.mean())
        .isEqualTo(((NumericInput) shards("all", rows(4), 1000).schema().inputs().get(0)).mean());
  }

  /** A third of the rows are there three times, or have a weight of 3. */
  @Test
  void a_row_of_weight_three_counts_as_three_rows_in_means_and_shares() throws IOException {
    Dataset<Row> once =
        rows(3)
            .selectExpr("a", "side", "id % 5 < 2 as paid", "b", "y", "if(id % 3 = 0, 3, 1) as w");
    Dataset<Row> thrice = once.selectExpr("*", "explode(sequence(1, w)) as copy").drop("copy", "w");
    PreparedTable weighed = weighed("weighed", once);
    PreparedTable repeated = shards("repeated", thrice, 2, 1000);
    NumericInput a = (NumericInput) weighed.schema().inputs().get(0);
    NumericInput ofCopies = (NumericInput) repeated.schema().inputs().get(0);
    assertThat(a.mean()).isEqualTo(ofCopies.mean());
    assertThat(a.scale()).isEqualTo(ofCopies.scale());
    CategoricalInput side = (CategoricalInput) weighed.schema().inputs().get(1);
    assertThat(side.shares())
        .isEqualTo(((CategoricalInput) repeated.schema().inputs().get(1)).shares());
    BooleanInput paid = (BooleanInput) weighed.schema().inputs().get(2);
    assertThat(paid.mean()).isEqualTo(((BooleanInput) repeated.schema().inputs().get(2)).mean());
    assertThat(weighed.schema().targets().get(0).scale())
        .isEqualTo(repeated.schema().targets().get(0).scale());
    assertThat(weighed.schema().inputNames()).doesNotContain("w");
    // Each training row is in the same file with its weight, in units of the mean of all files.
    double unit = 0;
    double learned = 0;
    for (int m = 0; m < 2; m++) {
      ShardFile file = weighed.shards().get(m);
      long heavy = Arrays.stream(file.weights().of()).filter(w -> w > 1.2).count();
      assertThat(repeated.shards().get(m).shape().rows())
          .isEqualTo((int) (file.shape().rows() + 2 * heavy));
      unit += file.weights().sum();
      learned += file.shape().rows();
    }
    assertThat(unit / learned).isCloseTo(1, within(1e-6));
    RowWeights held = weighed.weights().at(weighed.split().validation());
    double light = Arrays.stream(held.of()).min().orElseThrow();
    assertThat(held.sum() / light).isCloseTo(repeated.split().validation().length, within(1e-6));
  }

  @Test
  void weights_that_are_all_equal_change_nothing() throws IOException {
    PreparedTable plain = shards("plain", rows(2), 2, 1000);
    PreparedTable equal = weighed("equal", rows(4).withColumn("w", lit(2)));
    assertThat(equal.schema()).isEqualTo(plain.schema());
    assertThat(equal.weights().areEqual()).isTrue();
    for (int m = 0; m < 2; m++) {
      assertThat(equal.shards().get(m).x()).isEqualTo(plain.shards().get(m).x());
      assertThat(equal.shards().get(m).weights().areEqual()).isTrue();
    }
  }

  @Test
  void rows_of_weight_zero_are_left_out_and_partitions_do_not_matter() throws IOException {
    Dataset<Row> some = rows(2).filter("id % 4 > 0").selectExpr("*", "id % 4 as w");
    Dataset<Row> all = rows(5).selectExpr("*", "id % 4 as w").orderBy("a");
    PreparedTable left = weighed("left", some);
    PreparedTable out = weighed("out", all);
    assertThat(out.schema()).isEqualTo(left.schema());
    assertThat(out.source().sha256()).isEqualTo(left.source().sha256());
    assertThat(weighed("other", all.withColumn("w", col("w").multiply(col("w")))).source().sha256())
        .isNotEqualTo(left.source().sha256());
    for (int m = 0; m < 2; m++) {
      assertThat(Files.mismatch(file("left", m), file("out", m))).isEqualTo(-1);
    }
  }

  @Test
  void invalid_weights_are_reported() {
    for (String weight : List.of("null", "-1", "cast('NaN' as double)", "cast('inf' as double)")) {
      Dataset<Row> rows = rows(2).selectExpr("*", "if(id = 7, %s, 1D) as w".formatted(weight));
      assertThatThrownBy(() -> weighed("refused " + weight, rows))
          .hasMessage(
              "weightCol: missing, negative or infinite in 1 rows (expected: the row's weight, at"
                  + " least 0)");
    }
    assertThatThrownBy(() -> weighed("zero", rows(2).withColumn("w", lit(0))))
        .hasMessage("rows: none of a weight above 0 (expected: rows to learn from)");
    assertThatThrownBy(() -> plan(rows(1), 2, 10, "v"))
        .hasMessageContaining("weightCol \"v\": not in the table");
    assertThatThrownBy(() -> plan(rows(1), 2, 10, "side"))
        .hasMessage("weightCol: \"side\" holds STRING (expected: numbers)");
    assertThatThrownBy(() -> plan(rows(1), 2, 10, "y")).hasMessageContaining("weightCol: \"y\"");
  }

  @Test
  void invalid_rows_are_reported() {
    Dataset<Row> texts = rows(2).selectExpr("*", "cast(id as string) as many");
    assertThatThrownBy(() -> shards("many", texts, 10))
        .hasMessageContaining("column \"many\": more than 10000 different texts");
    Dataset<Row> missing = rows(2).selectExpr("a", "if(id = 9, null, y) as y");
    assertThatThrownBy(() -> shards("missing", missing, 10))
        .hasMessageContaining("target \"y\": missing in 1 rows");
    assertThatThrownBy(() -> shards("none", rows(2).filter("id < 0"), 10))
        .hasMessageContaining("rows: none");
  }
}
