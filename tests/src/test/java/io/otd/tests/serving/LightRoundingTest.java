// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.light.LightPredictor;
import io.otd.light.internal.file.LightModelFile;
import io.otd.light.internal.model.LayeredShape;
import io.otd.light.internal.model.LightModel;
import io.otd.predict.Prediction;
import io.otd.serve.OtdPredictor;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Both predictors compared with the same network in double precision: how much each contributes to
 * their difference by rounding.
 */
@Tag("long")
class LightRoundingTest {
  private static final int ROWS = 4_000;
  private static final int AT_ONCE = 500;

  /** The ratio of the two largest differences: both are random. */
  private static final double AS_MUCH = 1.5;

  /** Of a draw. */
  private static final double LARGEST = 1e-5;

  @TempDir Path base;

  @ParameterizedTest
  @EnumSource(
      value = TestModels.class,
      names = {"EULER", "HEUN", "TWO_OUTPUTS", "DROPOUT", "DETERMINISTIC"})
  void rounds_like_tensorflow(TestModels fixture) throws Exception {
    Path directory =
        SavedModelExporter.export(fixture.model(), base, ExportOptions.DEFAULT.withBank(128))
            .directory();
    LightModel model =
        LightModelFile.read(
            directory.resolve(ServingNames.EXTRA_DIRECTORY).resolve(LightModelFile.NAME));
    float[][] rows = fixture.rows(ROWS);
    Rounding ofLight = new Rounding();
    Rounding ofTensorFlow = new Rounding();
    try (OtdPredictor full = OtdPredictor.open(directory);
        LightPredictor light = LightPredictor.open(directory)) {
      for (int from = 0; from < ROWS; from += AT_ONCE) {
        float[][] some = Arrays.copyOfRange(rows, from, from + AT_ONCE);
        List<Prediction> expected = full.predict(some);
        List<Prediction> actual = light.predict(some);
        for (int i = 0; i < AT_ONCE; i++) {
          double[][] exact = draws(model, some[i]);
          for (int j = 0; j < model.outputs(); j++) {
            float[] one = actual.get(i).samples(j);
            float[] other = expected.get(i).samples(j);
            double unit = fixture.unit(j, exact[j]);
            for (int k = 0; k < one.length; k++) {
              ofLight.add(one[k], exact[j][k], unit);
              ofTensorFlow.add(other[k], exact[j][k], unit);
            }
          }
        }
      }
    }
    assertThat(ofLight.rootMeanSquare()).isLessThan(AS_MUCH * ofTensorFlow.rootMeanSquare());
    assertThat(ofLight.largest).isLessThan(AS_MUCH * ofTensorFlow.largest);
    assertThat(ofLight.largest).isLessThan(LARGEST);
  }

  /** Differences relative to a number's size and to one unit of the network's scale. */
  private static final class Rounding {
    private double largest;
    private double squares;
    private long count;

    void add(double actual, double exact, double unit) {
      double difference = Math.abs(actual - exact) / (unit + Math.abs(exact));
      largest = Math.max(largest, difference);
      squares += difference * difference;
      count++;
    }

    double rootMeanSquare() {
      return Math.sqrt(squares / count);
    }
  }

  /** The draws of one network with masks and tanh-GELU, {@code [d_y][S]}. */
  private static double[][] draws(LightModel model, float[] row) {
    TableSchema schema = model.schema();
    float[] x = schema.encode(row, List.of());
    int outputs = model.outputs();
    double[][] draws = new double[outputs][model.draws()];
    for (int k = 0; k < model.draws(); k++) {
      double[] y = network(model, x, k);
      for (int j = 0; j < outputs; j++) {
        draws[j][k] = y[j];
      }
    }
    for (int j = 0; j < outputs; j++) {
      double mean = Arrays.stream(draws[j]).average().orElseThrow();
      double spread = model.calibration().spread().factor();
      TargetColumn target = schema.targets().get(j);
      for (int k = 0; k < model.draws(); k++) {
        draws[j][k] = target.back(mean + spread * (draws[j][k] - mean));
      }
    }
    return draws;
  }

  private static double[] network(LightModel model, float[] x, int pass) {
    LayeredShape shape = (LayeredShape) model.kinds().get(0).network();
    List<float[]> arrays = model.kinds().get(0).members().get(0).arrays();
    double keep = model.kinds().get(0).latents().keepProbability();
    double scale = shape.scaledMasks() ? 1 / keep : 1;
    double[] h = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      h[i] = x[i];
    }
    int mask = pass * shape.latentWidth();
    int layers = shape.hidden().size();
    for (int layer = 0; layer < layers; layer++) {
      double[] next = affine(h, arrays.get(2 * layer), arrays.get(2 * layer + 1));
      for (int u = 0; u < next.length; u++) {
        next[u] = gelu(next[u]) * model.kinds().get(0).latentBank()[mask++] * scale;
        if (shape.residual() && layer > 0) {
          next[u] += h[u];
        }
      }
      h = next;
    }
    double[] y = affine(h, arrays.get(2 * layers), arrays.get(2 * layers + 1));
    if (shape.linearPath()) {
      float[] kernel = arrays.get(2 * layers + 2);
      for (int i = 0; i < x.length; i++) {
        for (int j = 0; j < y.length; j++) {
          y[j] += x[i] * (double) kernel[i * y.length + j];
        }
      }
    }
    return y;
  }

  private static double[] affine(double[] x, float[] kernel, float[] bias) {
    double[] y = new double[bias.length];
    for (int j = 0; j < y.length; j++) {
      y[j] = bias[j];
      for (int i = 0; i < x.length; i++) {
        y[j] += x[i] * kernel[i * y.length + j];
      }
    }
    return y;
  }

  private static double gelu(double x) {
    return x / 2 * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
  }
}
