// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.light.LightModelFixture;
import io.otd.light.LightPredictor;
import io.otd.light.internal.file.LightModelFile;
import io.otd.predict.Prediction;
import io.otd.serve.internal.lifecycle.VersionListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LightVersionsTest {
  private static final Map<String, Double> ROW = Map.of("u", 1.5, "v", -.5);
  private static final float[] VALUES = {1.5F, -.5F};

  @TempDir Path base;

  private void publish(String version, int draws) throws IOException {
    Path hidden = base.resolve("new-" + version);
    Path extra = Files.createDirectories(hidden.resolve("assets.extra"));
    Files.write(
        extra.resolve(LightModelFile.NAME), LightModelFile.bytes(LightModelFixture.numbers(draws)));
    Files.move(hidden, base.resolve(version));
  }

  private LightVersions open(Duration poll) throws IOException {
    return LightVersions.open(base, poll, VersionListener.none());
  }

  @Test
  void answers_like_the_predictor_of_the_highest_version() throws IOException {
    publish("1", 8);
    publish("2", 16);
    try (LightVersions versions = open(Duration.ZERO);
        LightPredictor second = LightPredictor.open(base.resolve("2"))) {
      assertThat(versions.version()).hasValue(2);
      assertThat(versions.schema()).isEqualTo(second.schema());
      assertThat(versions.draws()).isEqualTo(16);
      assertThat(versions.levels()).isEqualTo(second.levels());
      assertThat(versions.conformalLevels()).isEqualTo(second.conformalLevels());
      assertThat(versions.metrics()).isEqualTo(second.metrics());
      float[] expected = second.predict(ROW).samples();
      for (Prediction prediction :
          List.of(
              versions.predict(ROW),
              versions.predict(VALUES),
              versions.predict(new float[][] {VALUES}).get(0),
              versions.predict(VALUES, new String[0], 1).get(0))) {
        assertThat(prediction.samples()).isEqualTo(expected);
        assertThat(prediction.version()).hasValue(2);
      }
      assertThat(versions.draw(List.of(ROW), new long[] {7})[0])
          .isDeepEqualTo(second.draw(List.of(ROW), new long[] {7})[0])
          .isDeepEqualTo(versions.draw(new float[][] {VALUES}, new long[] {7})[0]);
    }
  }

  @Test
  void switches_to_a_new_version() throws Exception {
    publish("1", 8);
    try (LightVersions versions = open(Duration.ZERO)) {
      assertThat(versions.refresh()).isFalse();
      publish("2", 16);
      assertThat(versions.predict(ROW).samples()).hasSize(8);
      assertThat(versions.refresh()).isTrue();
      assertThat(versions.predict(ROW).samples()).hasSize(16);
    }
    try (LightVersions versions = open(Duration.ofMillis(2))) {
      publish("3", 4);
      while (versions.predict(ROW).version().orElseThrow() != 3) {
        Thread.sleep(2);
      }
      assertThat(versions.predict(ROW).samples()).hasSize(4);
    }
  }

  @Test
  void a_damaged_version_does_not_take_over() throws IOException {
    publish("1", 8);
    try (LightVersions versions = open(Duration.ZERO)) {
      publish("2", 16);
      Files.write(base.resolve("2/assets.extra").resolve(LightModelFile.NAME), new byte[20]);
      assertThatThrownBy(versions::refresh)
          .isInstanceOf(InvalidFileException.class)
          .hasMessageContaining("not a light model");
      assertThat(versions.predict(ROW).version()).hasValue(1);
    }
  }

  @Test
  void rejects_use_after_closing() throws IOException {
    publish("1", 8);
    LightVersions versions = open(Duration.ofMillis(2));
    versions.close();
    versions.close();
    assertThatThrownBy(() -> versions.predict(ROW))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageEndingWith(": closed");
    assertThatThrownBy(() -> open(Duration.ofSeconds(-1)))
        .hasMessage("poll: PT-1S (expected: not negative)");
  }
}
