// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.metrics.Draws;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tensorflow.Graph;
import org.tensorflow.Session;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.ndarray.buffer.DataBuffers;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat64;

class PredictiveOutputsTest {
  private static final int ROWS = 6;
  private static final int DRAWS = 40;

  /** Rows from a hundredth to a thousand times as wide, and one without spread. */
  @ParameterizedTest
  @CsvSource({"1, 1.3, 0", "1, 1.3, .4", "1, .8, -.3", "3, 1.3, .4"})
  void the_spread_calibrated_in_the_graph_is_that_of_the_java_implementation(
      int outputs, double factor, double power) {
    double[] values = new double[ROWS * DRAWS * outputs];
    Random random = new Random(3);
    for (int i = 0; i < values.length; i++) {
      int row = i / (DRAWS * outputs);
      values[i] = 2 + (row == 0 ? 0 : Math.pow(10, row - 3) * random.nextGaussian());
    }
    SpreadCalibration spread = new SpreadCalibration(factor, power, .5);
    Draws expected = spread.apply(byDraw(values, outputs));
    try (Graph graph = new Graph();
        TFloat64 in = TFloat64.tensorOf(Shape.of(ROWS, DRAWS, outputs), DataBuffers.of(values))) {
      Ops tf = Ops.create(graph);
      var calibrated = PredictiveOutputs.calibrated(tf, tf.constantOf(in), spread);
      try (Session session = new Session(graph);
          var result = session.runner().fetch(calibrated).run();
          TFloat64 y = (TFloat64) result.get(0)) {
        for (int i = 0; i < values.length; i++) {
          int row = i / (DRAWS * outputs);
          int draw = i / outputs % DRAWS;
          double value = expected.get(draw, row, i % outputs);
          assertThat(y.getDouble(row, draw, i % outputs))
              .isCloseTo(value, within(1e-10 * (1 + Math.abs(value))));
        }
      }
    }
  }

  /** {@code [n, K, d_y]} as {@code [K, n, d_y]}. */
  private static Draws byDraw(double[] values, int outputs) {
    double[] result = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      int row = i / (DRAWS * outputs);
      int draw = i / outputs % DRAWS;
      result[(draw * ROWS + row) * outputs + i % outputs] = values[i];
    }
    return new Draws(DRAWS, ROWS, outputs, result);
  }
}
