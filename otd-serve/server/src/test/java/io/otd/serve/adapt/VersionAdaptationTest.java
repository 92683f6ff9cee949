// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.adapt;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.calibration.AdaptiveInterval;
import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.internal.calibration.ConformalRule.Bounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the intervals of a version learn, and its file. */
class VersionAdaptationTest {
  private static final double LEVEL = .9;
  private static final AdaptedModel MODEL = model("2026-01-01T00:00:00Z", "none", 1, 1);

  @TempDir private Path folder;

  private static AdaptedModel model(
      String created, String recalibration, double spread, int targets) {
    List<String> names = IntStream.range(0, targets).mapToObj(t -> "y" + t).toList();
    return new AdaptedModel(
        created, "none", recalibration, spread, ConformalCalibration.NONE, names);
  }

  private VersionAdaptation open(AdaptedModel of) {
    return new VersionAdaptation(of, List.of(LEVEL), "", Optional.of(file()), true);
  }

  private Path file() {
    return folder.resolve("adapted-m-1.json");
  }

  private static void teach(VersionAdaptation adaptation, String group) {
    for (int i = 0; i < AdaptiveInterval.FIRST; i++) {
      adaptation.learn(0, group, List.of(new Bounds(-1, 1)), 3);
    }
  }

  private static boolean adapts(VersionAdaptation adaptation) {
    return adaptation.adapted(0, "", LEVEL).isPresent();
  }

  @Test
  void another_model_of_the_same_number_begins_anew() {
    VersionAdaptation before = open(MODEL);
    teach(before, "");
    before.save();
    assertThat(adapts(open(MODEL))).isTrue();
    assertThat(adapts(open(model("2026-02-01T00:00:00Z", "none", 1, 1))))
        .as("trained anew")
        .isFalse();
    assertThat(adapts(open(model(MODEL.created(), "none", 1.1, 1)))).as("recalibrated").isFalse();
    // Factors of groups alone may have changed.
    assertThat(adapts(open(model(MODEL.created(), "5e1f", 1, 1))))
        .as("recalibrated with the same common factor")
        .isFalse();
  }

  @Test
  void only_a_folder_of_states_is_made() throws IOException {
    for (boolean made : List.of(false, true)) {
      Path missing = folder.resolve("of-" + made);
      VersionAdaptation adaptation =
          new VersionAdaptation(
              MODEL, List.of(LEVEL), "", Optional.of(missing.resolve("a.json")), made);
      teach(adaptation, "");
      adaptation.save();
      assertThat(Files.exists(missing)).isEqualTo(made);
      Files.createDirectories(missing);
      adaptation.save();
      assertThat(missing.resolve("a.json")).exists();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"all\" : [null]",
        "\"all\" : [[null]]",
        "\"all\" : [[{\"level\" : null, \"values\" : 0, \"held\" : 0, \"scores\" : []}]]"
      })
  void a_file_with_a_null_inside_does_not_matter(String damaged) throws IOException {
    VersionAdaptation before = open(MODEL);
    teach(before, "");
    before.save();
    String written = Files.readString(file());
    int from = written.indexOf("\"all\"");
    int to = written.indexOf("\"by\"");
    Files.writeString(file(), written.substring(0, from) + damaged + ",\n" + written.substring(to));
    assertThat(adapts(open(MODEL))).isFalse();
  }

  /** Each target at its own level of 0.9 would cover both together less often. */
  @Test
  void intervals_that_hold_for_all_targets_together_stay() {
    ConformalCalibration joint =
        new ConformalCalibration(
            new ConformalRule.Normalized(List.of(.1, .1), true),
            40,
            List.of(new ConformalLevel(LEVEL, List.of(2.0, 2.0))));
    AdaptedModel model =
        new AdaptedModel(MODEL.created(), "none", "none", 1, joint, List.of("a", "b"));
    VersionAdaptation adaptation =
        new VersionAdaptation(model, List.of(.5, LEVEL), "", Optional.empty(), false);
    for (int i = 0; i < AdaptiveInterval.FIRST; i++) {
      adaptation.learn(0, "", List.of(new Bounds(-1, 1), new Bounds(-2, 2)), 3);
    }
    assertThat(adaptation.adapted(0, "", LEVEL)).isEmpty();
    assertThat(adaptation.adapted(0, "", .5)).isPresent();
    assertThat(adaptation.reports(0)).extracting(AdaptedReport::level).containsExactly(.5);
  }

  @Test
  void a_model_of_many_targets_has_fewer_groups() {
    VersionAdaptation adaptation = open(model(MODEL.created(), "none", 1, 40));
    for (String group : List.of("a", "b", "c")) {
      teach(adaptation, group);
    }
    assertThat(adaptation.reports(0))
        .extracting(AdaptedReport::group)
        .containsExactly("", "a", "b");
  }
}
