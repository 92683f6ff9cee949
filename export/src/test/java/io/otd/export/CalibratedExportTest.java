// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.internal.calibration.IsotonicCalibration;
import io.otd.core.internal.calibration.IsotonicCurve;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.graph.Tensors;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.schema.BoundedTransform;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TargetSupport;
import io.otd.light.LightPredictor;
import io.otd.predict.Interval;
import io.otd.predict.Prediction;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.tensorflow.Result;
import org.tensorflow.SavedModelBundle;
import org.tensorflow.Tensor;
import org.tensorflow.proto.SignatureDef;

/** Conformal intervals and recalibration as they are served. */
class CalibratedExportTest {
  private static final int DRAWS = 20;
  private static final int ROWS = 4;
  private static final int OUTPUTS = 2;

  /** Bounds of the targets. */
  private static final float LEAST = -10;

  private static final float GREATEST = 40;
  private static final IsotonicCurve WIDER = new IsotonicCurve(List.of(.3, .6), List.of(.15, .8));
  private static final IsotonicCurve SHIFTED = new IsotonicCurve(List.of(.5), List.of(.2));

  @TempDir Path base;

  private static Calibration calibration(ConformalRule rule, double offset) {
    return new Calibration(
        new SpreadCalibration(1.3),
        new IsotonicCalibration(List.of(WIDER, SHIFTED)),
        new ConformalCalibration(
            rule,
            30,
            List.of(
                new ConformalLevel(.5, List.of(offset, 2 * offset)),
                new ConformalLevel(.99, List.of(1.0, Double.POSITIVE_INFINITY)))));
  }

  private float[] output(Path directory, String signature, String output) {
    try (SavedModelBundle bundle = SavedModelBundle.load(directory.toString(), ServingNames.TAG)) {
      SignatureDef definition = bundle.metaGraphDef().getSignatureDefMap().get(signature);
      float[][] rows = TestModels.TWO_OUTPUTS.rows(ROWS);
      float[] x = new float[ROWS * rows[0].length];
      for (int i = 0; i < ROWS; i++) {
        System.arraycopy(rows[i], 0, x, i * rows[0].length, rows[0].length);
      }
      try (Tensor in = Tensors.of(x, ROWS, rows[0].length);
          Result result =
              bundle
                  .session()
                  .runner()
                  .feed(definition.getInputsOrThrow(ServingNames.ROWS).getName(), in)
                  .fetch(definition.getOutputsOrThrow(output).getName())
                  .run()) {
        return Tensors.floats(result.get(0));
      }
    }
  }

  private Path export(TrainedModel model) throws IOException {
    return SavedModelExporter.export(model, base, ExportOptions.DEFAULT.withBank(DRAWS))
        .directory();
  }

  /** Draws of one output of one row, ascending. */
  private static double[] draws(float[] samples, int row, int output) {
    return IntStream.range(0, DRAWS)
        .mapToDouble(k -> samples[(row * DRAWS + k) * OUTPUTS + output])
        .toArray();
  }

  @Test
  void draws_keep_their_ranks_and_move_to_the_quantiles_of_the_calibration_curve()
      throws IOException {
    TrainedModel model = TestModels.TWO_OUTPUTS.model();
    float[] before =
        output(
            export(model.with(Calibration.of(new SpreadCalibration(1.3)))),
            ServingNames.SAMPLE,
            ServingNames.SAMPLES);
    float[] after =
        output(
            export(model.with(calibration(new ConformalRule.Quantiles(), 3))),
            ServingNames.SAMPLE,
            ServingNames.SAMPLES);
    for (int i = 0; i < ROWS; i++) {
      double[] plain = draws(before, i, 1);
      double[] moved = draws(after, i, 1);
      assertThat(order(moved)).isEqualTo(order(plain));
      Arrays.sort(plain);
      Arrays.sort(moved);
      for (int r = 0; r < DRAWS; r++) {
        // R(p) = 0.4 p below 1/2, so R^-1(u) = 2.5 u, and 0.5 + (u - 0.2) / 1.6 above.
        double u = (r + .5) / DRAWS;
        double place =
            Math.max(0, Math.min(DRAWS - 1, (u < .2 ? 2.5 * u : .5 + (u - .2) / 1.6) * DRAWS - .5));
        int low = (int) place;
        double high = plain[Math.min(low + 1, DRAWS - 1)];
        double expected = plain[low] + (place - low) * (high - plain[low]);
        assertThat(moved[r]).isCloseTo(expected, within(1e-4 * (10 + Math.abs(expected))));
      }
    }
  }

  private static List<Integer> order(double[] values) {
    return IntStream.range(0, values.length)
        .boxed()
        .sorted(Comparator.comparingDouble(k -> values[k]))
        .toList();
  }

  @Test
  void interval_bounds_have_the_declared_shape_and_may_be_infinite() throws IOException {
    Path directory =
        export(
            TestModels.TWO_OUTPUTS
                .model()
                .with(calibration(new ConformalRule.Normalized(List.of(1e-3, 1e-3), false), 1.5)));
    float[] lower = output(directory, ServingNames.DEFAULT_SIGNATURE, ServingNames.LOWER);
    float[] upper = output(directory, ServingNames.DEFAULT_SIGNATURE, ServingNames.UPPER);
    float[] samples = output(directory, ServingNames.SAMPLE, ServingNames.SAMPLES);
    assertThat(lower).hasSize(ROWS * 2 * OUTPUTS);
    for (int i = 0; i < ROWS; i++) {
      double[] y = draws(samples, i, 0);
      double mean = Arrays.stream(y).average().orElseThrow();
      double std =
          Math.sqrt(Arrays.stream(y).map(v -> (v - mean) * (v - mean)).average().orElseThrow());
      assertThat((double) lower[i * 4]).isCloseTo(mean - 1.5 * std, within(1e-4 * (10 + std)));
      assertThat((double) upper[i * 4]).isCloseTo(mean + 1.5 * std, within(1e-4 * (10 + std)));
      // Level 0.99: bounded for the first target, unbounded for the second.
      assertThat(lower[i * 4 + 2]).isFinite();
      assertThat(lower[i * 4 + 3]).isEqualTo(Float.NEGATIVE_INFINITY);
      assertThat(upper[i * 4 + 3]).isEqualTo(Float.POSITIVE_INFINITY);
    }
    try (SavedModelBundle bundle = SavedModelBundle.load(directory.toString(), ServingNames.TAG)) {
      for (String name : List.of(ServingNames.DEFAULT_SIGNATURE, ServingNames.BY_NAME)) {
        SignatureDef definition = bundle.metaGraphDef().getSignatureDefMap().get(name);
        assertThat(
                definition
                    .getOutputsOrThrow(ServingNames.LOWER)
                    .getTensorShape()
                    .getDimList()
                    .stream()
                    .map(d -> d.getSize()))
            .containsExactly(-1L, 2L, 2L);
      }
    }
  }

  /** The two targets are bounded by their support and by their transform, or the reverse. */
  static Stream<Arguments> bounded() {
    UnaryOperator<TargetColumn> support =
        target -> target.with(TargetSupport.between(LEAST, GREATEST));
    UnaryOperator<TargetColumn> transform =
        target -> target.with(new BoundedTransform(LEAST, GREATEST, 1));
    return Stream.of(
        Arguments.of(support, transform, new ConformalRule.Normalized(List.of(1.0, 1.0), true)),
        Arguments.of(transform, support, new ConformalRule.Quantiles()));
  }

  /** Export itself compares TensorFlow and the light engine with the Java reference. */
  @ParameterizedTest
  @MethodSource("bounded")
  void intervals_hold_no_value_that_the_targets_cannot_take(
      UnaryOperator<TargetColumn> first, UnaryOperator<TargetColumn> second, ConformalRule rule)
      throws IOException {
    String one = TestModels.TWO_OUTPUTS.model().schema().targetNames().get(0);
    TrainedModel model =
        TestModels.TWO_OUTPUTS.withTargets(
            target -> (target.name().equals(one) ? first : second).apply(target));
    Path directory = export(model.with(calibration(rule, 1000)));
    float[] lower = output(directory, ServingNames.DEFAULT_SIGNATURE, ServingNames.LOWER);
    float[] upper = output(directory, ServingNames.DEFAULT_SIGNATURE, ServingNames.UPPER);
    try (LightPredictor light = LightPredictor.open(directory)) {
      List<Prediction> laws = light.predict(TestModels.TWO_OUTPUTS.rows(ROWS));
      for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < OUTPUTS; j++) {
          assertThat(lower[i * 4 + j]).isEqualTo(LEAST);
          assertThat(upper[i * 4 + j]).isEqualTo(GREATEST);
          assertThat(laws.get(i).interval(j, .5)).isEqualTo(new Interval(LEAST, GREATEST));
        }
        assertThat(laws.get(i).interval(1, .99)).isEqualTo(new Interval(LEAST, GREATEST));
        assertThat(lower[i * 4 + 3]).isEqualTo(LEAST);
      }
    }
  }

  @Test
  void large_negative_quantile_offsets_collapse_the_interval_to_its_midpoint() throws IOException {
    Path directory =
        export(
            TestModels.TWO_OUTPUTS.model().with(calibration(new ConformalRule.Quantiles(), -1e6)));
    float[] lower = output(directory, ServingNames.DEFAULT_SIGNATURE, ServingNames.LOWER);
    float[] upper = output(directory, ServingNames.DEFAULT_SIGNATURE, ServingNames.UPPER);
    float[] samples = output(directory, ServingNames.SAMPLE, ServingNames.SAMPLES);
    for (int i = 0; i < ROWS; i++) {
      double[] y = draws(samples, i, 0);
      Arrays.sort(y);
      // The 5th and the 15th of 20 draws.
      double middle = (y[4] + y[14]) / 2;
      assertThat((double) lower[i * 4]).isCloseTo(middle, within(1e-4 * (10 + Math.abs(middle))));
      assertThat(upper[i * 4]).isEqualTo(lower[i * 4]);
    }
  }
}
