// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.trained.TestModels;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.light.LightPredictor;
import io.otd.serve.internal.inspection.InspectionLimits;
import io.otd.serve.internal.servable.Servable;
import io.otd.serve.internal.servable.ServedModel;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.internal.tensor.Rows;
import io.otd.serve.light.LightServable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests of more rows than one run has: each row has the answer that it has in a small request.
 */
@Tag("long")
class ManyRowsTest {
  private static final TestModels MODEL = TestModels.TWO_OUTPUTS;
  private static final int ROWS = 3_000;

  /** More than a piece of the light engine has, of which {@code draw} takes fewer. */
  private static final int LIGHT_ROWS = 1_110;

  private static final int DRAWN_ROWS = 300;
  private static final int SMALL = 30;

  /** Relative to the largest value: the order of summation depends on the number of rows. */
  private static final double ROUNDING = 1e-4;

  @TempDir static Path base;
  private static Path directory;

  @BeforeAll
  static void export() throws Exception {
    directory =
        SavedModelExporter.export(MODEL.model(), base, ExportOptions.DEFAULT.withBank(600))
            .directory();
  }

  private static Map<String, HostTensor> inputs(String signature, int count) {
    float[][] rows = MODEL.rows(count);
    int width = rows[0].length;
    float[] x = new float[count * width];
    for (int i = 0; i < count; i++) {
      System.arraycopy(rows[i], 0, x, i * width, width);
    }
    Map<String, HostTensor> inputs = new LinkedHashMap<>();
    inputs.put(ServingNames.ROWS, HostTensor.of(x, count, width));
    if (signature.equals(ServingNames.DRAW)) {
      inputs.put(ServingNames.SEED, HostTensor.of(LongStream.range(0, count).toArray(), count));
    }
    return inputs;
  }

  private static void compare(ServedModel model, String signature, int count) {
    Map<String, HostTensor> inputs = inputs(signature, count);
    List<Map<String, HostTensor>> small = new ArrayList<>();
    for (int from = 0; from < count; from += SMALL) {
      small.add(model.run(signature, Rows.cut(inputs, from, from + SMALL), List.of()));
    }
    SameAnswers.require(
        "many rows",
        signature,
        ROUNDING,
        Rows.join(small, count),
        model.run(signature, inputs, List.of()));
  }

  @Test
  void tensorflow_gives_rows_the_same_answers_in_pieces() throws Exception {
    try (Servable servable = Servable.load(directory, InspectionLimits.DEFAULT)) {
      compare(servable, ServingNames.DEFAULT_SIGNATURE, ROWS);
      compare(servable, ServingNames.SAMPLE, ROWS);
      compare(servable, ServingNames.DRAW, ROWS);
    }
  }

  @Test
  void the_light_engine_gives_rows_the_same_answers_in_pieces() throws Exception {
    LightServable light = LightServable.load(directory, InspectionLimits.DEFAULT);
    compare(light, ServingNames.DEFAULT_SIGNATURE, LIGHT_ROWS);
    compare(light, ServingNames.SAMPLE, LIGHT_ROWS);
    compare(light, ServingNames.DRAW, DRAWN_ROWS);
    try (LightPredictor predictor = LightPredictor.open(directory)) {
      float[][] rows = MODEL.rows(300);
      long[] seeds = LongStream.range(0, 300).map(i -> i / 100).toArray();
      float[][][] draws = predictor.draw(rows, seeds);
      for (int i : new int[] {0, 127, 128, 299}) {
        assertThat(draws[i])
            .isDeepEqualTo(predictor.draw(new float[][] {rows[i]}, new long[] {seeds[i]})[0]);
      }
    }
  }
}
