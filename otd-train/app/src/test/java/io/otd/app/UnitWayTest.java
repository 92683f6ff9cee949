// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The units of a table's numbers from the training table to the prediction. */
class UnitWayTest {
  private static final String HEADER = "rate,price,plain,y\n";

  @TempDir static Path folder;
  private static Path model;

  private static Path table(String name, UnaryOperator<String> row) throws IOException {
    SplittableRandom random = new SplittableRandom(3);
    StringBuilder text = new StringBuilder(HEADER);
    for (int i = 0; i < 60; i++) {
      int rate = random.nextInt(1, 90);
      int price = random.nextInt(1, 90);
      int plain = random.nextInt(1, 90);
      String cells = "%s%%,$%s,%s,€%s".formatted(rate, price, plain, rate + price);
      text.append(row.apply(cells)).append('\n');
    }
    return Files.writeString(folder.resolve(name), text);
  }

  @BeforeAll
  static void train() throws IOException {
    model = folder.resolve("model");
    OtdRun.line(
            "train --data",
            table("table.csv", row -> row),
            "--target y --out",
            model,
            "--method otd --set model.members=1 --set model.hidden=8 --set masks.velocity=8",
            "--set masks.steps=1 --set training.steps=20 --set evaluation.draws=200")
        .ok();
  }

  private OtdRun run(String command, Path data) {
    return OtdRun.line(command, model, "--data", data, "--json");
  }

  private OtdRun predicted(String rows) throws IOException {
    return run(
        "predict", Files.writeString(folder.resolve("new.csv"), "rate,price,plain\n" + rows));
  }

  @Test
  void the_model_keeps_them() {
    assertThat(OtdRun.line("inspect", model).out()).contains(", in %", ", in $");
  }

  @Test
  void a_number_without_a_unit_counts_in_that_of_its_column() throws IOException {
    OtdRun run = predicted("5%,$7,3\n5,7,3\n5 %,7 $,3\n").ok();
    JsonNode rows = run.json().path("predictions");
    assertThat(rows.path(1)).isEqualTo(rows.path(0));
    assertThat(rows.path(2)).isEqualTo(rows.path(0));
  }

  @Test
  void a_number_in_another_unit_is_refused_with_both_units() throws IOException {
    assertThat(predicted("5%,$7,3\n$5,$7,3\n").err())
        .contains("line 3, column \"rate\": \"$5\" (expected: a number in %, as in training)");
    assertThat(predicted("5%,€7,3\n").err())
        .contains("column \"price\": \"€7\" (expected: a number in $, as in training)");
    assertThat(predicted("5%,$7,3%\n").err())
        .contains("column \"plain\": \"3%\" (expected: a number without a unit, as in training)");
    assertThat(predicted("5%,$7,3%\n").code()).isEqualTo(2);
  }

  @Test
  void a_table_to_evaluate_must_have_the_same_units_and_may_leave_them_out() throws IOException {
    assertThat(run("evaluate", table("same.csv", row -> row)).code()).isZero();
    assertThat(run("evaluate", table("bare.csv", row -> row.replaceAll("[%$€]", ""))).code())
        .isZero();
    for (List<String> other :
        List.of(List.of("%", "$", "rate"), List.of("$", "€", "price"), List.of("€", "£", "y"))) {
      OtdRun run =
          run("evaluate", table("other.csv", row -> row.replace(other.get(0), other.get(1))));
      assertThat(run.code()).isEqualTo(2);
      assertThat(run.err())
          .contains("column \"%s\"".formatted(other.get(2)))
          .contains("expected: a number in %s, as in training".formatted(other.get(0)));
    }
  }
}
