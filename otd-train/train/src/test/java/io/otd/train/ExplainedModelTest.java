// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.train.explanation.Attribution;
import io.otd.train.explanation.ColumnEffect;
import io.otd.train.explanation.ColumnImportance;
import io.otd.train.explanation.Explanation;
import io.otd.train.explanation.ExplanationOptions;
import io.otd.train.explanation.RowAttribution;
import io.otd.train.settings.Method;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Explanations of trained models. */
class ExplainedModelTest {
  private static final int ROWS = 120;

  private static final ExplanationOptions SMALL =
      ExplanationOptions.DEFAULT
          .withDraws(30)
          .withRepeats(2)
          .withBins(4)
          .withEvaluations(200)
          .withExplained(1, 6);

  /** {@code y = 10 a}, a number with gaps; b, the colour and the day are uninformative; z = -y. */
  private static Table table() {
    SplittableRandom random = new SplittableRandom(9);
    double[] a = new double[ROWS];
    double[] b = new double[ROWS];
    double[] y = new double[ROWS];
    double[] z = new double[ROWS];
    String[] color = new String[ROWS];
    String[] day = new String[ROWS];
    for (int i = 0; i < ROWS; i++) {
      double cell = random.nextDouble();
      a[i] = i % 17 == 5 ? Double.NaN : cell;
      b[i] = random.nextDouble();
      y[i] = 10 * cell + random.nextDouble();
      z[i] = -y[i];
      color[i] = i % 11 == 3 ? "" : i % 3 == 0 ? "red" : "green";
      day[i] = "2024-%02d-%02d".formatted(1 + i % 12, 1 + i % 28);
    }
    return Table.of(
        new NumericColumn("a", a),
        new NumericColumn("b", b),
        TextColumn.of("color", color),
        TextColumn.of("day", day),
        new NumericColumn("y", y),
        new NumericColumn("z", z));
  }

  private static OtdBuilder small(Method method, String... targets) {
    return Otd.regression(targets)
        .method(method)
        .hidden(8, 8)
        .members(1)
        .steps(80)
        .jobs(1)
        .set("masks.velocity", List.of(4))
        .set("masks.steps", 1)
        .set("training.batch", 16)
        .set("training.validate_every", 20)
        .set("training.learning_rate", .02)
        .set("data.validation", "shared")
        .set("evaluation.draws", 50);
  }

  /** Masks of each row, no masks, and a law of each row. Common masks are explained below. */
  @Tag("long")
  @ParameterizedTest
  @EnumSource(
      value = Method.class,
      names = {"OTD_CONDITIONAL", "DETERMINISTIC", "MDN"})
  void methods_of_each_form_are_explained(Method method) {
    Table table = table();
    try (FittedModel model = small(method, "y").ignore("z").build().fit(table)) {
      Explanation explanation = model.explain(table, SMALL);
      assertExplained(explanation, List.of("y"));
      List<ColumnImportance> columns = explanation.importance().orElseThrow().columns();
      assertThat(columns.get(0).name()).isEqualTo("a");
      assertThat(columns.get(0).loss().clear()).isTrue();
      assertThat(model.explain(table, SMALL)).isEqualTo(explanation);
    }
  }

  @Tag("long")
  @ParameterizedTest
  @EnumSource(
      value = Method.class,
      names = {"OTD", "POOL"})
  void explains_ensembles_and_pools_with_several_targets(Method method) {
    Table table = table();
    OtdBuilder builder =
        method == Method.POOL
            ? small(method, "y", "z").set("model.kinds", List.of("otd", "mdn"))
            : small(method, "y", "z");
    try (FittedModel model = builder.members(2).build().fit(table)) {
      Explanation explanation = model.explain(table, SMALL);
      assertExplained(explanation, List.of("y", "z"));
      ColumnEffect effect = explanation.effect("a");
      List<Double> y = effect.targets().get("y").mean().effects();
      List<Double> z = effect.targets().get("z").mean().effects();
      int last = y.size() - 2; // then the missing cell
      assertThat(y.get(last)).isGreaterThan(y.get(0));
      assertThat(z.get(last)).isLessThan(z.get(0));
      assertThat(explanation.importance().orElseThrow().byTarget()).containsOnlyKeys("y", "z");
    }
  }

  private static void assertExplained(Explanation explanation, List<String> targets) {
    assertThat(explanation.targets()).isEqualTo(targets);
    assertThat(explanation.notes()).isEmpty();
    assertThat(explanation.importance().orElseThrow().columns())
        .extracting(ColumnImportance::name)
        .containsExactlyInAnyOrder("a", "b", "color", "day");
    assertThat(explanation.effects())
        .extracting(ColumnEffect::scale)
        .containsExactly(
            ColumnEffect.Scale.NUMBER,
            ColumnEffect.Scale.NUMBER,
            ColumnEffect.Scale.CATEGORY,
            ColumnEffect.Scale.DATE);
    assertThat(explanation.effect("a").places()).filteredOn(ColumnEffect.Place::missing).hasSize(1);
    assertThat(explanation.effect("color").places())
        .extracting(ColumnEffect.Place::label)
        .containsExactlyInAnyOrder("", "red", "green");
    assertThat(explanation.attributions()).extracting(RowAttribution::row).containsExactly(1, 6);
    for (RowAttribution row : explanation.attributions()) {
      assertThat(row.targets()).containsOnlyKeys(targets);
      for (RowAttribution.OfTarget target : row.targets().values()) {
        for (Attribution of : List.of(target.mean(), target.spread())) {
          double sum = of.shares().stream().mapToDouble(s -> s.value().value()).sum();
          assertThat(of.base() + sum).isCloseTo(of.prediction(), within(1e-9));
        }
      }
    }
  }

  /** With separate masks, two equal rows would have different predictions. */
  @ParameterizedTest
  @EnumSource(
      value = Method.class,
      names = {"OTD", "MC_DROPOUT"})
  void a_constant_column_has_exactly_zero_importance(Method method) {
    Table table = table();
    double[] ones = new double[ROWS];
    Arrays.fill(ones, 1);
    try (FittedModel model =
        small(method, "y").ignore("z", "day", "color", "a").build().fit(table)) {
      Table same =
          Table.of(
              new NumericColumn("b", ones), new NumericColumn("y", table.column("y").numbers()));
      Explanation explanation = model.explain(same, SMALL);
      ColumnImportance b = explanation.importance().orElseThrow().columns().get(0);
      assertThat(b.loss().value()).isZero();
      assertThat(b.repeatDeviation()).isZero();
      Attribution mean = explanation.attributions().get(0).targets().get("y").mean();
      assertThat(mean.shares().get(0).value().value()).isZero();
      assertThat(mean.base()).isCloseTo(mean.prediction(), within(1e-12));
    }
  }

  @Test
  void a_closed_model_cannot_be_explained() {
    Table table = table();
    FittedModel model = small(Method.DETERMINISTIC, "y").ignore("z").build().fit(table);
    model.close();
    assertThatThrownBy(() -> model.explain(table)).hasMessage("model: closed (expected: open)");
  }
}
