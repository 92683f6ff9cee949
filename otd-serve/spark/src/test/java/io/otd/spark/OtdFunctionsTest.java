// SPDX-License-Identifier: Apache-2.0
package io.otd.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.light.LightModelFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtdFunctionsTest {
  @TempDir static Path folder;

  private static SparkSession session;
  private static String model;
  private static String numbers;
  private static List<Row> expected;

  @BeforeAll
  static void rows() throws IOException {
    session = SharedSession.get();
    model = folder.resolve("everything").toString();
    TestRows.export(LightModelFixture.everything(), Path.of(model));
    numbers = TestRows.export(LightModelFixture.numbers(16), folder.resolve("n")).toString();
    Path parquet = folder.resolve("rows.parquet");
    TestRows.dataset(TestRows.everything(), TestRows.COLUMNS).write().parquet(parquet.toString());
    Dataset<Row> read = session.read().parquet(parquet.toString());
    read.createOrReplaceTempView("parcels");
    expected =
        OtdModel.load(model)
            .setQuantiles(.5)
            .setSamples(2)
            .setParts(true)
            .transform(read)
            .select("id", "prediction")
            .orderBy("id")
            .collectAsList();
  }

  private static String options() {
    return "map('quantiles', '0.5', 'samples', '2', 'parts', 'true')";
  }

  @Test
  void otd_predict_matches_the_transformer() {
    assertThat(
            session
                .sql(
                    "select id, otd_predict('%s', struct(*), %s) p from parcels order by id"
                        .formatted(model, options()))
                .collectAsList())
        .isEqualTo(expected);
  }

  @Test
  void otd_predict_table_matches_the_transformer() {
    assertThat(
            session
                .sql(
                    "select id, prediction from otd_predict_table('%s', 'parcels', %s) order by id"
                        .formatted(model, options()))
                .collectAsList())
        .isEqualTo(expected);
  }

  @Test
  void otd_predict_reads_only_the_model_columns() {
    Dataset<Row> scored =
        session.sql("select otd_predict('%s', struct(*)) p from parcels".formatted(model));
    String plan = scored.queryExecution().executedPlan().toString();
    assertThat(plan).contains("ReadSchema: struct<");
    assertThat(plan.substring(plan.indexOf("ReadSchema")))
        .contains("town", "size", "sold", "new")
        .doesNotContain("unused", "id:");
  }

  @Test
  void columns_may_be_given_individually_and_a_result_field_selected() {
    Dataset<Row> scored =
        session.sql(
            "select otd_predict('%s', named_struct('v', id, 'u', 2)).mean m from parcels"
                .formatted(numbers));
    assertThat(scored.collectAsList())
        .hasSize(75)
        .allMatch(row -> Double.isFinite(row.getDouble(0)));
  }

  @Test
  void a_constant_row_is_predicted() {
    Row row =
        session
            .sql("select otd_predict('%s', struct(1 as u, 2 as v)) p".formatted(numbers))
            .first();
    assertThat(row.getStruct(0).<Double>getAs("mean")).isFinite();
  }

  @Test
  void an_invalid_call_is_rejected_before_a_job_starts() {
    assertThatThrownBy(
            () -> session.sql("select otd_predict('%s', struct(id)) from parcels".formatted(model)))
        .hasStackTraceContaining("column \"town\": not there");
    assertThatThrownBy(
            () -> session.sql("select otd_predict('%s', id) from parcels".formatted(model)))
        .hasStackTraceContaining("expected: a structure");
    assertThatThrownBy(() -> session.sql("select otd_predict(town, struct(*)) from parcels"))
        .hasStackTraceContaining("expected: a constant text");
    assertThatThrownBy(
            () ->
                session.sql(
                    "select otd_predict('%s', struct(*), map('quantile', '1')) from parcels"
                        .formatted(model)))
        .hasStackTraceContaining("options: [quantile] (expected: among [quantiles");
    assertThatThrownBy(
            () ->
                session.sql(
                    "select otd_predict('%s', struct(*), map('badRows', 'skip')) from parcels"
                        .formatted(model)))
        .hasStackTraceContaining("badRows: skip");
    assertThatThrownBy(() -> session.sql("select * from otd_predict_table('%s')".formatted(model)))
        .hasStackTraceContaining("1 arguments (expected: 2 or 3)");
  }

  @Test
  void bad_rows_are_flagged_in_sql() {
    List<Row> rows =
        session
            .sql(
                "select otd_predict('%s', struct(u, v), map('badRows', 'flag')).problem from values (1, 2), (null, 3) t(u, v)"
                    .formatted(numbers))
            .collectAsList();
    assertThat(rows.get(0).getString(0)).isNull();
    assertThat(rows.get(1).getString(0)).startsWith("column \"u\": missing");
  }

  @Test
  void functions_can_be_registered_in_a_session_without_the_extension() {
    SparkSession other = session.newSession();
    ((org.apache.spark.sql.classic.SparkSession) other)
        .sessionState()
        .functionRegistry()
        .dropFunction(new org.apache.spark.sql.catalyst.FunctionIdentifier("otd_predict"));
    String query = "select otd_predict('%s', struct(1 as u, 2 as v)).mean".formatted(numbers);
    assertThatThrownBy(() -> other.sql(query)).hasStackTraceContaining("UNRESOLVED_ROUTINE");
    OtdFunctions.register(other);
    assertThat(other.sql(query).first().getDouble(0)).isFinite();
  }
}
