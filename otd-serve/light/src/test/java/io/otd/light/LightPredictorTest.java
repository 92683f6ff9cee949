// SPDX-License-Identifier: Apache-2.0
package io.otd.light;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.light.internal.file.LightModelFile;
import io.otd.light.internal.model.LightModel;
import io.otd.predict.Prediction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LightPredictorTest {
  @TempDir Path base;

  private LightPredictor open(LightModel model) throws IOException {
    Path extra = Files.createDirectories(base.resolve("4/assets.extra"));
    Files.write(extra.resolve(LightModelFile.NAME), LightModelFile.bytes(model));
    return LightPredictor.open(base.resolve("4"));
  }

  private static float[][] rows(int count) {
    SplittableRandom random = new SplittableRandom(8);
    float[][] rows = new float[count][2];
    for (float[] row : rows) {
      row[0] = (float) random.nextDouble(-3, 5);
      row[1] = (float) random.nextDouble(-2, 2);
    }
    return rows;
  }

  @Test
  void predictions_are_bit_identical_in_every_batch() throws IOException {
    for (LightModel model :
        List.of(
            LightModelFixture.numbers(200),
            LightModelFixture.numbers(7),
            LightModelFixture.numbers(1),
            LightModelFixture.trees(40))) {
      try (LightPredictor predictor = open(model)) {
        float[][] rows = rows(300);
        List<Prediction> together = predictor.predict(rows);
        float[][][] drawn = predictor.draw(rows, new long[rows.length]);
        for (int i = 0; i < rows.length; i++) {
          Prediction alone = predictor.predict(rows[i]);
          assertThat(alone.samples()).isEqualTo(together.get(i).samples());
          assertThat(alone.mean()).isEqualTo(together.get(i).mean());
          assertThat(predictor.draw(new float[][] {rows[i]}, new long[1])[0])
              .isDeepEqualTo(drawn[i]);
        }
      }
    }
  }

  @Test
  void different_seeds_give_different_draws() throws IOException {
    try (LightPredictor predictor = open(LightModelFixture.numbers(16))) {
      float[][] row = rows(1);
      float[][][] drawn =
          predictor.draw(new float[][] {row[0], row[0], row[0]}, new long[] {1, -1, 1});

      assertThat(drawn[0]).isDeepEqualTo(drawn[2]);
      assertThat(drawn[0][0][0]).isNotEqualTo(drawn[1][0][0]);
    }
  }

  @Test
  void concurrent_predictions_match_single_threaded_ones() throws Exception {
    try (LightPredictor predictor = open(LightModelFixture.numbers(64))) {
      float[][] rows = rows(50);
      List<Prediction> expected = predictor.predict(rows);
      List<Thread> threads = new ArrayList<>();
      List<String> wrong = java.util.Collections.synchronizedList(new ArrayList<>());
      for (int t = 0; t < 4; t++) {
        Thread thread =
            new Thread(
                () -> {
                  for (int i = 0; i < rows.length; i++) {
                    if (!Arrays.equals(
                        predictor.predict(rows[i]).samples(), expected.get(i).samples())) {
                      wrong.add("row " + i);
                    }
                  }
                });
        thread.start();
        threads.add(thread);
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(wrong).isEmpty();
    }
  }

  @Test
  void exposes_the_model_metadata() throws IOException {
    try (LightPredictor predictor = open(LightModelFixture.everything())) {
      assertThat(predictor.inputs()).containsExactly("size", "new", "sold", "town");
      assertThat(predictor.targets()).containsExactly("a", "b", "c", "d", "e");
      assertThat(predictor.draws()).isEqualTo(8);
      assertThat(predictor.conformalLevels()).containsExactly(.9);
      assertThat(predictor.levels()).hasToString("[0.05, 0.95]");
      assertThat(predictor.metrics()).containsEntry("test.rmse", 1.5);
      assertThat(predictor.version()).isEqualTo(OptionalLong.of(4));
      assertThat(predictor.predict(Map.of("size", 2, "town", "Graz")).version())
          .isEqualTo(OptionalLong.of(4));
    }
  }

  @Test
  void mean_and_std_are_computed_from_the_draws() throws IOException {
    try (LightPredictor predictor = open(LightModelFixture.everything())) {
      Prediction law =
          predictor.predict(Map.of("size", 2, "new", "yes", "sold", "3.7.2022", "town", "Wien"));
      for (int j = 0; j < 5; j++) {
        double mean = Arrays.stream(law.ascending(j)).average().orElseThrow();
        double variance =
            Arrays.stream(law.ascending(j))
                .map(y -> (y - mean) * (y - mean))
                .average()
                .orElseThrow();
        // Draws are rounded to float32 after the mean is computed.
        assertThat(law.mean(j)).isCloseTo(mean, within(mean));
        assertThat(law.std(j)).isCloseTo(Math.sqrt(variance), within(mean));
        assertThat(law.interval(j, .9).lower())
            .isCloseTo(law.mean(j) - 1.5 * Math.max(.01, law.std(j)), within(mean));
      }
    }
  }

  private static org.assertj.core.data.Offset<Double> within(double size) {
    return org.assertj.core.data.Offset.offset(3e-7 * (1 + Math.abs(size)));
  }

  @Test
  void an_invalid_row_is_rejected_by_column() throws IOException {
    try (LightPredictor predictor = open(LightModelFixture.numbers(4))) {
      assertThatThrownBy(() -> predictor.predict(new float[] {1, Float.NaN}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("column \"v\"");
      assertThatThrownBy(() -> predictor.draw(rows(2), new long[1]))
          .hasMessageContaining("seeds: 1 (expected: 2, one a row)");
      for (int seeds : new int[] {1, 3}) {
        assertThatThrownBy(
                () ->
                    predictor.during(
                        model -> model.draw(model.rows().of(rows(2)), new long[seeds])))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("seeds: %s (expected: 2, one a row)", seeds);
      }
    }
  }

  @Test
  void rejects_use_after_closing() throws IOException {
    LightPredictor predictor = open(LightModelFixture.numbers(4));
    predictor.close();
    predictor.close();

    assertThatThrownBy(() -> predictor.predict(rows(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void opens_a_file_a_version_or_a_folder_of_versions() throws IOException {
    Path extra = Files.createDirectories(base.resolve("4/assets.extra"));
    Path file = extra.resolve(LightModelFile.NAME);
    Files.write(file, LightModelFile.bytes(LightModelFixture.numbers(4)));
    Files.createFile(base.resolve("4/saved_model.pb"));

    assertThat(LightPredictor.open(base).version()).isEqualTo(OptionalLong.of(4));
    assertThat(LightPredictor.open(base.resolve("4")).draws()).isEqualTo(4);
    assertThat(LightPredictor.open(file).version()).isEmpty();
  }

  @Test
  void a_version_without_the_light_file_is_rejected() throws IOException {
    Files.createDirectories(base.resolve("1"));
    Files.createFile(base.resolve("1/saved_model.pb"));

    assertThatThrownBy(() -> LightPredictor.open(base))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("no otd-light.bin in assets.extra");
    assertThatThrownBy(() -> LightPredictor.open(base.resolve("nothing")))
        .isInstanceOf(InvalidFileException.class)
        .hasMessage(base.resolve("nothing") + ": no such file or directory");
  }
}
