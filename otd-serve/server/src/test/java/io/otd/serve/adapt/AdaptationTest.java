// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.adapt;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.calibration.AdaptiveInterval;
import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalRule.Bounds;
import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.settings.AdaptSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What intervals have learned when a server starts again. */
class AdaptationTest {
  private static final AdaptedModel MODEL =
      new AdaptedModel(
          "2026-01-01T00:00:00Z", "none", "none", 1, ConformalCalibration.NONE, List.of("y"));

  @TempDir private Path folder;

  private Adaptation start(Double... levels) {
    AdaptSettings settings =
        new AdaptSettings(true, List.of(levels), Optional.empty(), Optional.of(folder));
    return new Adaptation(settings, model -> Optional.empty());
  }

  private static boolean adapts(Adaptation adaptation, double level) {
    return adaptation.of(new VersionId("m", 1), MODEL).adapted(0, "", level).isPresent();
  }

  @Test
  void levels_in_another_order_continue_and_other_levels_begin_anew() {
    Adaptation before = start(.9, .5);
    for (int i = 0; i < AdaptiveInterval.FIRST; i++) {
      before
          .of(new VersionId("m", 1), MODEL)
          .learn(0, "", List.of(new Bounds(-1, 1), new Bounds(-2, 2)), 3);
    }
    before.save();
    Adaptation after = start(.5, .9);
    assertThat(after.levels()).isEqualTo(before.levels());
    assertThat(adapts(after, .5)).isTrue();
    assertThat(adapts(after, .9)).isTrue();
    assertThat(adapts(start(.5, .8), .5)).isFalse();
  }
}
