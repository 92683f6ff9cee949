// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.loss;

import static io.otd.core.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.array.Floats;
import io.otd.core.internal.graph.Gradients;
import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.output.Direct;
import io.otd.core.internal.output.PassOutputs;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.tensorflow.Operand;
import org.tensorflow.types.TFloat32;

/** Contract of every loss. */
abstract class LossContract {
  /** Sizes: one output and several; one draw, several and many. */
  private static final int[][] SIZES = {{1, 3, 1}, {1, 2, 3}, {5, 3, 1}, {4, 2, 3}, {300, 2, 1}};

  /** The loss under test with K draws. */
  abstract Loss loss(int draws);

  /**
   * The two terms of one row as the loss defines them, in double precision.
   *
   * @param draws {@code [K][d_y]}
   * @param y {@code [d_y]}
   * @return fit and dispersion
   */
  abstract double[] definition(double[][] draws, double[] y);

  /** Draws without ties; those of a row are about one unit apart. */
  private static float[] predictions(int draws, int rows, int outputs) {
    float[] values = new float[draws * rows * outputs];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) Math.sin(1.7 * i + 0.3 + 1e-3 * i * i);
    }
    return values;
  }

  private static float[] observed(int rows, int outputs) {
    float[] values = new float[rows * outputs];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) Math.cos(2.3 * i);
    }
    return values;
  }

  /** {@code [K, n, d_y]} and {@code [n, d_y]} to fit and dispersion of each row. */
  private double[][] defined(double[] samples, float[] y, int draws, int rows, int outputs) {
    double[][] terms = new double[2][rows];
    for (int i = 0; i < rows; i++) {
      double[][] row = new double[draws][outputs];
      double[] target = new double[outputs];
      for (int d = 0; d < outputs; d++) {
        target[d] = y[i * outputs + d];
        for (int k = 0; k < draws; k++) {
          row[k][d] = samples[(k * rows + i) * outputs + d];
        }
      }
      double[] defined = definition(row, target);
      terms[0][i] = defined[0];
      terms[1][i] = defined[1];
    }
    return terms;
  }

  /** Fit and dispersion, {@code [n]}; gradient of the mean score, {@code [K, n, d_y]}. */
  private List<float[]> graph(float[] samples, float[] y, int draws, int rows, int outputs) {
    return GraphRun.compiled(
        tf -> {
          Operand<TFloat32> s = GraphRun.constant(tf, samples, draws, rows, outputs);
          ScoreTerms terms =
              loss(draws)
                  .terms(
                      tf,
                      new PassOutputs(new Direct(), s, Optional.empty(), outputs),
                      GraphRun.constant(tf, y, rows, outputs));
          Operand<TFloat32> mean =
              tf.math.mean(tf.math.sub(terms.fit(), terms.dispersion()), tf.constant(0));
          Operand<TFloat32> gradient =
              Gradients.of(tf, List.of(mean), List.of(tf.constant(1f)), List.of(s), List.of("s"))
                  .get(0);
          return List.of(terms.fit(), terms.dispersion(), gradient);
        });
  }

  @Test
  void both_terms_match_the_definition_row_by_row() {
    for (int[] size : SIZES) {
      float[] samples = predictions(size[0], size[1], size[2]);
      float[] y = observed(size[1], size[2]);
      List<float[]> got = graph(samples, y, size[0], size[1], size[2]);
      double[][] want = defined(Floats.widened(samples), y, size[0], size[1], size[2]);
      assertNear("fit", got.get(0), want[0], 2e-6);
      assertNear("dispersion", got.get(1), want[1], 2e-6);
    }
  }

  /** The definition is differentiated numerically in double precision, with an error below 1e-8. */
  @Test
  void the_gradient_matches_central_differences_of_the_definition() {
    for (int[] size : SIZES) {
      int rows = size[1];
      float[] samples = predictions(size[0], rows, size[2]);
      float[] y = observed(rows, size[2]);
      float[] gradient = graph(samples, y, size[0], rows, size[2]).get(2);
      double[] want = new double[samples.length];
      double h = 1e-6;
      for (int i = 0; i < want.length; i++) {
        double[] up = Floats.widened(samples);
        double[] down = Floats.widened(samples);
        up[i] += h;
        down[i] -= h;
        want[i] =
            (meanScore(defined(up, y, size[0], rows, size[2]))
                    - meanScore(defined(down, y, size[0], rows, size[2])))
                / (2 * h);
      }
      // A gradient is of order 1 / K: it is compared in this unit.
      float[] scaled = gradient.clone();
      for (int i = 0; i < want.length; i++) {
        scaled[i] *= size[0];
        want[i] *= size[0];
      }
      assertNear("K x gradient", scaled, want, 5e-6);
    }
  }

  private static double meanScore(double[][] terms) {
    double sum = 0;
    for (int i = 0; i < terms[0].length; i++) {
      sum += (terms[0][i] - terms[1][i]) / terms[0].length;
    }
    return sum;
  }

  @Test
  void draws_equal_to_the_observation_score_zero_with_zero_gradient() {
    for (int[] size : SIZES) {
      float[] y = observed(size[1], size[2]);
      float[] samples = new float[size[0] * y.length];
      for (int k = 0; k < size[0]; k++) {
        System.arraycopy(y, 0, samples, k * y.length, y.length);
      }
      List<float[]> got = graph(samples, y, size[0], size[1], size[2]);
      assertThat(got.get(0)).containsOnly(0f);
      assertThat(got.get(1)[0]).isBetween(-2e-6f, 2e-6f);
      if (size[0] < EnergyScore.FEWEST_SORTED) { // sorting gives ties weights that sum to zero
        assertThat(got.get(2)).containsOnly(0f);
      }
      for (float g : got.get(2)) {
        assertThat(g).isFinite();
      }
    }
  }

  @Test
  void one_draw_has_no_dispersion() {
    float[] samples = predictions(1, 4, 2);
    assertThat(graph(samples, observed(4, 2), 1, 4, 2).get(1)).containsOnly(0f);
  }

  @Test
  void refuses_zero_draws() {
    assertThat(loss(3).draws()).isEqualTo(3);
    assertThatThrownBy(() -> loss(0)).hasMessage("loss draws: 0 (expected: >= 1)");
  }
}
