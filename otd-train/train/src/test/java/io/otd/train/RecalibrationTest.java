// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.model.Component;
import io.otd.core.internal.profile.TrainingProfile;
import io.otd.core.schema.TargetColumn;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.problem.InputException;
import io.otd.train.internal.prediction.KernelDensity;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Truths are drawn from a model's own distributions, so that their law is known. */
class RecalibrationTest {
  private static final int ROWS = 120;

  /** No test changes it. */
  private static FittedModel model;

  @TempDir Path folder;

  private static OtdBuilder small() {
    return Otd.regression("y")
        .hidden(8)
        .members(2)
        .steps(60)
        .clock(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC))
        .jobs(1)
        .set("masks.velocity", List.of(4))
        .set("masks.steps", 1)
        .set("columns.target_support", List.of("real"))
        .set("training.batch", 16)
        .set("training.validate_every", 10)
        .set("evaluation.levels", List.of(.5, .9))
        .set("evaluation.draws", 100);
  }

  private static Table table(int rows, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] x = new double[rows];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      x[i] = random.nextDouble();
      y[i] = 3 * x[i] + random.nextGaussian();
    }
    return new Table(List.of(new NumericColumn("x", x), new NumericColumn("y", y)));
  }

  @BeforeAll
  static void fit() {
    model = small().set("model.method", "otd").build().fit(table(ROWS, 1));
  }

  @AfterAll
  static void close() {
    model.close();
  }

  /** Every other row is three times as far away as the model says, and does not count. */
  @Test
  void rows_count_by_a_column_that_the_training_did_not_have() {
    Table near = truths(model, 400, 1, 2);
    Table far = truths(model, 400, 3, 4);
    double[] x = new double[800];
    double[] y = new double[800];
    double[] weights = new double[800];
    for (int i = 0; i < 800; i++) {
      Table from = i % 2 == 0 ? near : far;
      x[i] = from.numbers("x")[i / 2];
      y[i] = from.numbers("y")[i / 2];
      weights[i] = i % 2 == 0 ? 1 : 0;
    }
    Table both =
        new Table(
            List.of(
                new NumericColumn("x", x),
                new NumericColumn("y", y),
                new NumericColumn("weight", weights)));
    try (FittedModel counted = model.recalibrate(both, false, Optional.of("weight"));
        FittedModel alone = model.recalibrate(near);
        FittedModel all = model.recalibrate(both)) {
      assertThat(spread(counted)).isCloseTo(spread(alone), within(1e-6));
      assertThat(spread(all)).isGreaterThan(1.3 * spread(counted));
    }
  }

  /** Rows whose truths lie so many times as far from their means as the model says. */
  private static Table truths(FittedModel model, int rows, double times, long seed) {
    Table inputs = table(rows, seed);
    Predictions predicted = model.predict(inputs);
    SplittableRandom random = new SplittableRandom(seed + 1);
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      double drawn = predicted.draws(i)[random.nextInt(FittedModel.DRAWS)];
      y[i] = predicted.mean(i) + times * (drawn - predicted.mean(i));
    }
    return new Table(List.of(inputs.column("x"), new NumericColumn("y", y)));
  }

  private static double spread(FittedModel model) {
    Predictions predicted = model.predict(table(40, 5));
    return Arrays.stream(new int[] {0, 7, 33}).mapToDouble(predicted::standardDeviation).sum();
  }

  @Test
  void the_spread_becomes_that_of_the_truths_and_the_networks_stay() throws Exception {
    try (FittedModel next = model.recalibrate(truths(model, 800, 1.7, 2))) {
      // The standard error of a scale from 800 rows is about 3 %.
      assertThat(spread(next) / spread(model)).isCloseTo(1.7, within(.17));
      assertThat(next.predict(table(9, 3)).mean(4))
          .isCloseTo(model.predict(table(9, 3)).mean(4), within(1e-6));
      for (int m = 0; m < 2; m++) {
        assertThat(next.trained().members().get(m).values())
            .isEqualTo(model.trained().members().get(m).values());
      }
      assertThat(next.settings()).containsKey("recalibration.data_sha256");
      assertThat(next.trained().provenance().dataHash())
          .isEqualTo(model.trained().provenance().dataHash());
      assertThat(next.testScores()).isEmpty();
      assertThat(next.trained().metrics().get("recalibration.energy_score"))
          .isLessThan(next.trained().metrics().get("recalibration.energy_score_before"));

      next.save(folder.resolve("next"));
      try (FittedModel loaded = FittedModel.load(folder.resolve("next"))) {
        assertThat(loaded.interrupted()).isFalse();
        assertThat(spread(loaded)).isEqualTo(spread(next));
        assertThat(loaded.settings()).isEqualTo(next.settings());
      }
    }
  }

  /** Bandwidths are chosen from a grid, each a third wider than the one before. */
  @Test
  void what_describes_the_spread_of_predictions_follows_the_truths() {
    try (FittedModel narrow = model.recalibrate(truths(model, 800, 1, 2));
        FittedModel wide = model.recalibrate(truths(model, 800, 3, 2))) {
      Map<String, Double> metrics = wide.trained().metrics();
      assertThat(
              metrics.get(KernelDensity.BANDWIDTH)
                  / narrow.trained().metrics().get(KernelDensity.BANDWIDTH))
          .isBetween(1.7, 5.0);
      assertThat(metrics.get("validation.rows")).isEqualTo(800);
      assertThat(metrics.get("validation.energy_score"))
          .isCloseTo(metrics.get("recalibration.energy_score"), within(1e-3));
      assertThat(profiledSpread(wide) / profiledSpread(narrow))
          .isCloseTo(spread(wide) / spread(narrow), within(.3));
      TrainingProfile profile = wide.trained().profile();
      assertThat(profile.predictedRows()).isEqualTo(profile.rows());
      assertThat(profile.numbers()).isEqualTo(model.trained().profile().numbers());
    }
  }

  /** The median over the rows of the profile. */
  private static double profiledSpread(FittedModel model) {
    List<Float> values = model.trained().profile().predictions().get(0).std().values();
    return values.get(values.size() / 2);
  }

  @Test
  void kernels_on_a_lattice_stay_as_wide_as_its_step() {
    try (FittedModel inSteps =
            small()
                .set("model.method", "otd")
                .set("columns.target_support", List.of("auto"))
                .build()
                .fit(steps(300, 1));
        FittedModel next = inSteps.recalibrate(steps(400, 2))) {
      TargetColumn target = next.trained().schema().targets().get(0);
      assertThat(target.support().lattice().absent()).isFalse();
      assertThat(next.trained().metrics().get(KernelDensity.BANDWIDTH))
          .isGreaterThanOrEqualTo(
              target.support().lattice().step() / Math.sqrt(12) / target.scale() - 1e-9);
    }
  }

  /** A target in steps of a half, and its noise. */
  private static Table steps(int rows, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] x = new double[rows];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      int step = random.nextInt(5);
      x[i] = step + .1 * random.nextGaussian();
      y[i] = 10 + .5 * step;
    }
    return new Table(List.of(new NumericColumn("x", x), new NumericColumn("y", y)));
  }

  @Test
  void conformal_intervals_cover_again_after_the_law_has_changed() {
    try (FittedModel first =
            small()
                .set("model.method", "otd")
                .set("calibration.conformal", "normalized")
                .build()
                .fit(table(2 * ROWS, 1));
        FittedModel next = first.recalibrate(truths(first, 800, 2, 2))) {
      Table news = truths(first, 800, 2, 9);
      // 400 rows and 800 rows: standard error below 0.02.
      assertThat(next.evaluate(news).get("conformal.picp_0.9")).isBetween(.85, .95);
      // Trained briefly, its draws are narrow and its intervals many times wider than they.
      assertThat(first.evaluate(news).get("conformal.picp_0.9")).isGreaterThan(.97);
    }
  }

  @Test
  void the_weights_of_a_pool_follow_the_truths_if_that_is_asked_for() {
    try (FittedModel pool =
        small()
            .set("model.method", "pool")
            .set("model.kinds", List.of("otd", "marginal"))
            .build()
            .fit(table(ROWS, 1))) {
      // A law that does not depend on the input at all.
      double[] y = table(400, 8).column("y").numbers().clone();
      Table shuffled = new Table(List.of(table(400, 9).column("x"), new NumericColumn("y", y)));
      try (FittedModel same = pool.recalibrate(shuffled);
          FittedModel next = pool.recalibrate(shuffled, true, Optional.empty())) {
        assertThat(names(same)).isEqualTo(names(pool));
        assertThat(weight(same)).isEqualTo(weight(pool));
        assertThat(weight(next)).isGreaterThan(weight(pool));
      }
    }
  }

  private static List<String> names(FittedModel model) {
    return model.trained().components().stream().map(Component::name).toList();
  }

  private static double weight(FittedModel model) {
    return model.trained().components().stream()
        .filter(component -> component.name().equals("marginal"))
        .mapToDouble(Component::weight)
        .sum();
  }

  @Test
  void too_few_rows_those_of_the_training_and_weights_of_one_component_are_refused() {
    assertThatThrownBy(() -> model.recalibrate(table(49, 2)))
        .isInstanceOf(InputException.class)
        .hasMessage("data: 49 rows that count (expected: at least 50, of which each fit gets 50)");
    assertThatThrownBy(() -> model.recalibrate(table(ROWS, 1)))
        .hasMessageStartingWith("data: the table that the model was trained on");
    assertThatThrownBy(() -> model.recalibrate(table(60, 2), true, Optional.empty()))
        .hasMessage("weights: of one component (expected: a pool of several)");
  }
}
