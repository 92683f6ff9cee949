// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.network.Backbone;
import io.otd.core.internal.network.MaskedMlp;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.trained.Checkpoint;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.light.LightPredictor;
import io.otd.predict.Prediction;
import io.otd.serve.OtdPredictor;
import java.io.IOException;
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
  private static final int DRAWS = 128;

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
        SavedModelExporter.export(fixture.model(), base, ExportOptions.DEFAULT.withBank(DRAWS))
            .directory();
    TrainedModel model = fixture.model();
    float[] bank = bank(model, directory);
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
          double[][] exact = draws(model, bank, some[i]);
          for (int j = 0; j < exact.length; j++) {
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

  /** The masks of the export, {@code [S, d_z]}. */
  private static float[] bank(TrainedModel model, Path directory) throws IOException {
    int draws = model.draws(DRAWS);
    int width = model.components().get(0).spec().network().latentWidth();
    return Checkpoint.read(
            directory
                .resolve(ServingNames.VARIABLES_DIRECTORY)
                .resolve(ServingNames.VARIABLES_PREFIX),
            List.of(ServingNames.MASK_BANK),
            List.of(List.of(draws, width)))
        .get(0);
  }

  /** The draws of one network with masks and tanh-GELU, {@code [d_y][S]}. */
  private static double[][] draws(TrainedModel model, float[] bank, float[] row) {
    TableSchema schema = model.schema();
    float[] x = schema.encode(row, List.of());
    int width = model.components().get(0).spec().network().latentWidth();
    double[][] draws = new double[model.outputs()][bank.length / width];
    for (int k = 0; k < draws[0].length; k++) {
      double[] y = network(model, bank, x, k * width);
      for (int j = 0; j < draws.length; j++) {
        draws[j][k] = y[j];
      }
    }
    for (int j = 0; j < draws.length; j++) {
      double mean = Arrays.stream(draws[j]).average().orElseThrow();
      double spread = model.calibration().spread().factor();
      TargetColumn target = schema.targets().get(j);
      for (int k = 0; k < draws[j].length; k++) {
        draws[j][k] = target.back(mean + spread * (draws[j][k] - mean));
      }
    }
    return draws;
  }

  private static double[] network(TrainedModel model, float[] bank, float[] x, int from) {
    MaskedMlp network = (MaskedMlp) model.components().get(0).spec().network();
    Backbone backbone = network.backbone();
    List<float[]> arrays = model.components().get(0).members().get(0).values().arrays();
    double keep = model.components().get(0).spec().masks().keepProbability();
    double scale = backbone.scaledMasks() ? 1 / keep : 1;
    double[] h = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      h[i] = x[i];
    }
    int mask = from;
    int layers = network.hidden().size();
    for (int layer = 0; layer < layers; layer++) {
      double[] next = affine(h, arrays.get(2 * layer), arrays.get(2 * layer + 1));
      for (int u = 0; u < next.length; u++) {
        next[u] = gelu(next[u]) * bank[mask++] * scale;
        if (backbone.residual() && layer > 0) {
          next[u] += h[u];
        }
      }
      h = next;
    }
    double[] y = affine(h, arrays.get(2 * layers), arrays.get(2 * layers + 1));
    if (backbone.linearPath()) {
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
