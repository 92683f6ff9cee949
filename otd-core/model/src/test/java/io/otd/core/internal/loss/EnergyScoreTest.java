// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.loss;

import static io.otd.core.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.Golden;
import io.otd.core.internal.graph.Gradients;
import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.output.Direct;
import io.otd.core.internal.output.OutputBounds;
import io.otd.core.internal.output.PassOutputs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tensorflow.Operand;
import org.tensorflow.types.TFloat32;

/** The golden numbers, and sorting against all pairs; the rest is in {@link LossContract}. */
class EnergyScoreTest {
  static Stream<JsonNode> cases() {
    List<JsonNode> cases = new ArrayList<>();
    Golden.read("energy_score").get("cases").forEach(cases::add);
    return cases.stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void both_terms_and_the_gradients_match_the_golden_values(JsonNode c) {
    int draws = c.get("K").asInt();
    int outputs = c.get("d").asInt();
    int rows = c.get("y").size();
    List<float[]> got =
        GraphRun.plain(
            tf -> {
              Operand<TFloat32> samples =
                  GraphRun.constant(tf, Golden.floats(c.get("samples")), draws, rows, outputs);
              Operand<TFloat32> y = GraphRun.constant(tf, Golden.floats(c.get("y")), rows, outputs);
              ScoreTerms terms =
                  new EnergyScore(draws)
                      .terms(
                          tf, new PassOutputs(new Direct(), samples, Optional.empty(), outputs), y);
              Operand<TFloat32> mean =
                  tf.math.mean(tf.math.sub(terms.fit(), terms.dispersion()), tf.constant(0));
              List<Operand<TFloat32>> result =
                  new ArrayList<>(List.of(terms.fit(), terms.dispersion(), mean));
              result.addAll(
                  Gradients.of(
                      tf,
                      List.of(mean),
                      List.of(tf.constant(1f)),
                      List.of(samples, y),
                      List.of("samples", "y")));
              return result;
            });
    assertNear("fit", got.get(0), Golden.doubles(c.get("first")), 5e-6);
    double[] dispersion = Arrays.stream(Golden.doubles(c.get("pair"))).map(p -> p / 2).toArray();
    assertNear("dispersion", got.get(1), dispersion, 5e-6);
    assertNear("mean", got.get(2), new double[] {c.get("mean").asDouble()}, 5e-6);
    assertNear("grad samples", got.get(3), Golden.doubles(c.get("grad_samples")), 5e-6);
    assertNear("grad y", got.get(4), Golden.doubles(c.get("grad_y")), 5e-6);
  }

  /** With bounds, score and gradient are those of clipped draws. */
  @ParameterizedTest
  @MethodSource("cases")
  void draws_beyond_the_bounds_score_as_if_clipped(JsonNode c) {
    int draws = c.get("K").asInt();
    int outputs = c.get("d").asInt();
    int rows = c.get("y").size();
    float[] samples = Golden.floats(c.get("samples"));
    float[] sorted = samples.clone();
    Arrays.sort(sorted);
    float lower = (sorted[sorted.length / 4] + sorted[sorted.length / 4 + 1]) / 2;
    float upper = (sorted[sorted.length - 2] + sorted[sorted.length - 1]) / 2;
    float[] clipped = samples.clone();
    for (int i = 0; i < clipped.length; i++) {
      clipped[i] = Math.max(lower, Math.min(upper, samples[i]));
    }
    Optional<OutputBounds> bounds =
        Optional.of(
            new OutputBounds(
                Collections.nCopies(outputs, lower), Collections.nCopies(outputs, upper)));
    float[] y = Golden.floats(c.get("y"));
    List<float[]> got = scored(samples, y, draws, rows, outputs, bounds);
    List<float[]> want = scored(clipped, y, draws, rows, outputs, Optional.empty());
    assertThat(got.get(0)).isEqualTo(want.get(0));
    assertThat(got.get(1)).isEqualTo(want.get(1));
    assertThat(got.get(2)).isEqualTo(want.get(2));
  }

  /** Both terms by row, and the gradient of the mean score with respect to the draws. */
  private static List<float[]> scored(
      float[] samples, float[] y, int draws, int rows, int outputs, Optional<OutputBounds> bounds) {
    return GraphRun.plain(
        tf -> {
          Operand<TFloat32> drawn = GraphRun.constant(tf, samples, draws, rows, outputs);
          ScoreTerms terms =
              new EnergyScore(draws)
                  .terms(
                      tf,
                      new PassOutputs(new Direct(), drawn, Optional.empty(), outputs)
                          .within(bounds),
                      GraphRun.constant(tf, y, rows, outputs));
          Operand<TFloat32> mean =
              tf.math.mean(tf.math.sub(terms.fit(), terms.dispersion()), tf.constant(0));
          return List.of(
              terms.fit(),
              terms.dispersion(),
              Gradients.of(
                      tf,
                      List.of(mean),
                      List.of(tf.constant(1f)),
                      List.of(drawn),
                      List.of("samples"))
                  .get(0));
        });
  }

  @Test
  void the_sorted_form_and_all_pairs_match_the_same_golden_values() {
    for (JsonNode c : Golden.read("energy_score").get("sorted_1d")) {
      int draws = c.get("K").asInt();
      int rows = c.get("y").size();
      EnergyScore loss = new EnergyScore(draws);
      List<float[]> got =
          GraphRun.compiled(
              tf -> {
                Operand<TFloat32> samples =
                    GraphRun.constant(tf, Golden.floats(c.get("samples")), draws, rows, 1);
                Operand<TFloat32> sorted = loss.sortedUnits(tf, samples);
                Operand<TFloat32> pairs = loss.pairUnits(tf, samples, 1);
                return List.of(
                    loss.dispersion(tf, samples, sorted),
                    loss.dispersion(tf, samples, pairs),
                    sorted,
                    pairs);
              });
      double[] want = Arrays.stream(Golden.doubles(c.get("pair"))).map(p -> p / 2).toArray();
      assertNear("sorted", got.get(0), want, 5e-6);
      assertNear("pairs", got.get(1), want, 5e-6);
      assertThat(tieless(got.get(2), Golden.floats(c.get("samples")), rows))
          .isEqualTo(tieless(got.get(3), Golden.floats(c.get("samples")), rows));
    }
  }

  /** The values at draws without ties in their row; for tied draws only the sum is defined. */
  private static List<Float> tieless(float[] units, float[] samples, int rows) {
    List<Float> result = new ArrayList<>();
    for (int i = 0; i < samples.length; i++) {
      int equal = 0;
      for (int j = i % rows; j < samples.length; j += rows) {
        equal += samples[i] == samples[j] ? 1 : 0;
      }
      if (equal == 1) {
        result.add(units[i]);
      }
    }
    assertThat(result).hasSizeGreaterThan(samples.length / 4);
    return result;
  }
}
