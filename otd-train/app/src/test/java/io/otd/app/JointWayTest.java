// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.RandomTable;
import io.otd.light.LightPredictor;
import io.otd.predict.Prediction;
import io.otd.serve.OtdPredictor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Intervals of two dependent targets that hold together. */
class JointWayTest {
  @TempDir static Path folder;
  private static Path joint;
  private static JsonNode trained;

  @BeforeAll
  static void train() throws IOException {
    joint = folder.resolve("joint");
    OtdRun run = train(joint, "--target first,second --calibrate-by site").ok();
    trained = run.json();
  }

  private static OtdRun train(Path out, Object... more) throws IOException {
    // Scores of two targets compare all pairs of draws.
    return OtdRun.line(
        "train --data",
        table("data.csv", 1, 2400),
        "--method marginal --set masks.steps=1 --json --out",
        out,
        "--set training.steps=100 --set evaluation.levels=0.9 --set evaluation.draws=200",
        "--set model.hidden=8 --set masks.velocity=8 --set calibration.conformal=joint",
        more);
  }

  /** Correlation 0.6; at one site three times the noise. */
  private static Path table(String name, long seed, int rows) throws IOException {
    RandomTable.Row row =
        (i, random) -> {
          boolean wild = random.nextBoolean();
          double noise = wild ? 3 : 1;
          double first = noise * random.nextGaussian();
          double second = 100 * (.6 * first + .8 * noise * random.nextGaussian());
          return String.format(
              Locale.ROOT,
              "%.3f,%s,%.4f,%.4f",
              random.nextDouble(),
              wild ? "wild" : "calm",
              first,
              second);
        };
    return Files.writeString(
        folder.resolve(name), RandomTable.csv("x,site,first,second", rows, seed, row));
  }

  private static OtdRun evaluated(Path model, Path table, Object... more) {
    return OtdRun.line("evaluate", model, "--data", table, "--levels 0.9", more).ok();
  }

  @Test
  void both_targets_of_new_rows_are_covered_together() throws IOException {
    Path news = table("news.csv", 2, 2000);
    JsonNode scores = evaluated(joint, news, "--draws 200 --json").json();
    JsonNode at = scores.at("/coverage_joint/0");
    // Of 200 calibration rows of each group and 2,000 new rows, the standard error is 0.017.
    assertThat(at.path("coverage").asDouble()).isCloseTo(.9, within(.05));
    assertThat(at.path("coverage").asDouble())
        .isEqualTo(scores.at("/scores_conformal/joint_picp_0.9").asDouble());
    assertThat(at.path("holds").asBoolean())
        .isEqualTo(
            at.path("low").asDouble() <= at.path("coverage").asDouble()
                && at.path("coverage").asDouble() <= at.path("high").asDouble());
    for (String target : List.of("first", "second")) {
      assertThat(at.path("by_target").path(target).asDouble())
          .isGreaterThan(at.path("coverage").asDouble());
    }
  }

  @Test
  void the_result_the_page_and_the_text_say_how_often_all_targets_are_covered() throws IOException {
    assertThat(trained.at("/test_coverage_joint/0/level").asDouble()).isEqualTo(.9);
    assertThat(trained.at("/test_coverage_joint/0/rows").asInt()).isPositive();
    assertThat(Files.readString(joint.resolve("report.html")))
        .contains("largest normalised residual of all targets")
        .contains("rows have all targets in their 90\u00a0% intervals (expected: ");
    assertThat(evaluated(joint, table("few.csv", 3, 200), "--draws 200").out())
        .containsPattern("joint +all targets +expected +first +second")
        .containsPattern("0\\.9 +[0-9.]+ % +[0-9.]+ to [0-9.]+ % +[0-9.]+ % +[0-9.]+ %");
    assertThat(OtdRun.line("inspect", joint).out()).contains("conformal joint");
  }

  @Test
  void the_engines_give_the_same_box() throws IOException {
    Path exported = folder.resolve("exported");
    OtdRun.line("export", joint, "--to", exported, "--bank 200 --json").ok();
    List<Map<String, Object>> rows =
        List.of(Map.of("x", .5, "site", "calm"), Map.of("x", .5, "site", "wild"));
    try (OtdPredictor tensorflow = OtdPredictor.open(exported);
        LightPredictor light = LightPredictor.open(exported)) {
      List<Prediction> one = tensorflow.predict(rows);
      List<Prediction> other = light.predict(rows);
      for (int i = 0; i < rows.size(); i++) {
        double inDeviations = one.get(i).interval(0, .9).width() / one.get(i).std(0);
        assertThat(one.get(i).interval(1, .9).width() / one.get(i).std(1))
            .isCloseTo(inDeviations, within(1e-4));
        assertThat(other.get(i).interval(1, .9).width())
            .isCloseTo(one.get(i).interval(1, .9).width(), within(1e-2));
      }
    }
    assertThat(
            evaluated(exported, table("served.csv", 5, 1000), "--json")
                .json()
                .at("/coverage_joint/0/coverage")
                .asDouble())
        .isCloseTo(.9, within(.06));
  }

  @Test
  void the_next_version_covers_all_targets_together_too() throws IOException {
    Path next = folder.resolve("next");
    Path truths = table("truths.csv", 4, 150);
    OtdRun.line("recalibrate", joint, "--data", truths, "--out", next).ok();
    assertThat(OtdRun.line("inspect", next).out()).contains("conformal joint");
  }

  @Test
  void one_target_is_refused_before_training() throws IOException {
    OtdRun run = train(folder.resolve("none"), "--target first");
    assertThat(run.code()).isNotZero();
    assertThat(run.err())
        .contains(
            "calibration.conformal: joint, with one target (expected: several targets; normalized is the same for one)");
  }
}
