// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DistributionTest {
  private static final int TRIALS = 4000;

  /**
   * Critical value of the Kolmogorov-Smirnov distance at level 1e-6: sqrt(ln(2 / 1e-6) / 2) /
   * sqrt(n) (Massart 1990).
   */
  private static final double FARTHEST = Math.sqrt(Math.log(2e6) / 2 / TRIALS);

  private static double[] numbers(Distribution law) {
    SearchSpace space = new SearchSpace(Map.of("training.learning_rate", law));
    return IntStream.range(0, TRIALS)
        .mapToObj(k -> space.values(7, k).get("training.learning_rate"))
        .mapToDouble(Double::parseDouble)
        .toArray();
  }

  private static double distance(double[] values, DoubleUnaryOperator cdf) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double farthest = 0;
    for (int i = 0; i < sorted.length; i++) {
      double expected = cdf.applyAsDouble(sorted[i]);
      farthest = Math.max(farthest, Math.abs((i + .5) / sorted.length - expected));
    }
    return farthest;
  }

  @Test
  void log_uniform_values_follow_a_logarithmic_cdf() {
    double[] values = numbers(Distribution.logUniform(1e-4, 1e-1));
    assertThat(Arrays.stream(values).boxed()).allMatch(v -> v >= 1e-4 && v <= 1e-1);
    // Three digits move a value by at most half a percent, 0.005 / ln(1000) < 0.001 of the
    // distribution.
    assertThat(distance(values, v -> Math.log(v / 1e-4) / Math.log(1e3)))
        .isLessThan(FARTHEST + .001);
    // A uniform distribution is far from that.
    assertThat(distance(values, v -> (v - 1e-4) / (1e-1 - 1e-4))).isGreaterThan(.5);
  }

  @Test
  void small_values_are_written_without_an_exponent_of_java() {
    SearchSpace space =
        new SearchSpace(Map.of("training.learning_rate", Distribution.logUniform(1e-4, 1e-3)));
    assertThat(IntStream.range(0, TRIALS).mapToObj(k -> space.values(7, k)).toList())
        .allSatisfy(values -> assertThat(values.get("training.learning_rate")).startsWith("0.00"));
    assertThat(Distribution.logUniform(1e-9, .5).yaml()).isEqualTo("{log_uniform: [1e-9, 0.5]}");
  }

  @Test
  void uniform_values_follow_a_linear_cdf() {
    double[] values = numbers(Distribution.uniform(.3, .95));
    assertThat(Arrays.stream(values).boxed()).allMatch(v -> v >= .3 && v <= .95);
    assertThat(distance(values, v -> (v - .3) / .65)).isLessThan(FARTHEST + .001);
  }

  @Test
  void integers_and_choices_are_equally_likely() {
    double[] whole = numbers(new Distribution.Whole(-1, 2));
    // 5 standard deviations of a binomial count with p = 1/4.
    double bound = 5 * Math.sqrt(TRIALS * .25 * .75);
    for (int value = -1; value <= 2; value++) {
      double of = value;
      assertThat((double) Arrays.stream(whole).filter(v -> v == of).count())
          .isCloseTo(TRIALS / 4.0, within(bound));
    }
    double[] choice = numbers(new Distribution.Choice(List.of("1", "2", "8", "64")));
    assertThat((double) Arrays.stream(choice).filter(v -> v == 64).count())
        .isCloseTo(TRIALS / 4.0, within(bound));
  }

  @Test
  void both_bounds_are_reached_and_never_exceeded() {
    assertThat(new Distribution.Whole(2, 4).value(i -> 0)).isEqualTo("2");
    assertThat(new Distribution.Whole(2, 4).value(i -> Math.nextDown(1))).isEqualTo("4");
    // Three digits of either end lie outside.
    assertThat(Distribution.uniform(.12345, .98765).value(i -> 0)).isEqualTo("0.12345");
    assertThat(Distribution.logUniform(.12345, .98765).value(i -> Math.nextDown(1)))
        .isEqualTo("0.98765");
    assertThat(new Distribution.Choice(List.of("a", "b")).value(i -> Math.nextDown(1)))
        .isEqualTo("b");
  }

  @Test
  void layers_are_equally_wide() {
    Distribution law = new Distribution.Layers(List.of(1, 3), List.of(16, 32));
    assertThat(law.value(i -> i == 0 ? .6 : .4)).isEqualTo("16,16,16");
    assertThat(law.value(i -> i == 0 ? .4 : .6)).isEqualTo("32");
  }

  @Test
  void a_value_depends_only_on_seed_trial_number_and_setting() {
    Distribution rate = Distribution.logUniform(1e-4, 1e-1);
    SearchSpace one = new SearchSpace(Map.of("training.learning_rate", rate));
    SearchSpace more =
        new SearchSpace(
            Map.of("training.learning_rate", rate, "masks.p", Distribution.uniform(.1, .9)));
    String value = one.values(3, 5).get("training.learning_rate");
    assertThat(more.values(3, 5)).containsEntry("training.learning_rate", value);
    assertThat(one.values(3, 5)).containsEntry("training.learning_rate", value);
    assertThat(one.values(4, 5)).doesNotContainEntry("training.learning_rate", value);
    assertThat(one.values(3, 6)).doesNotContainEntry("training.learning_rate", value);
    // Two settings with the same distribution have independent values.
    SearchSpace twins =
        new SearchSpace(Map.of("training.learning_rate", rate, "training.weight_decay", rate));
    assertThat(twins.values(3, 5).get("training.weight_decay")).isNotEqualTo(value);
  }

  @Test
  void invalid_distributions_are_rejected() {
    assertThatThrownBy(() -> Distribution.uniform(2, 1))
        .hasMessage("uniform: [2, 1] (expected: two numbers, the second larger)");
    assertThatThrownBy(() -> Distribution.logUniform(0, 1)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> Distribution.uniform(Double.NaN, 1)).hasMessageContaining("expected");
    assertThatThrownBy(() -> new Distribution.Whole(3, 3)).hasMessageContaining("expected");
    assertThatThrownBy(() -> new Distribution.Choice(List.of())).hasMessageContaining("expected");
    assertThatThrownBy(() -> new Distribution.Layers(List.of(0), List.of(8)))
        .hasMessageContaining("depth: [0]");
  }
}
