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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A table whose noise at one site is three times that of the other, and a model that predicts the
 * same law for all rows: the group is not visible to it.
 */
class GroupsWayTest {
  @TempDir static Path folder;
  private static Path data;
  private static Path model;
  private static JsonNode trained;

  @BeforeAll
  static void train() throws IOException {
    model = folder.resolve("model");
    data = table("data.csv", 1, 2400);
    trained =
        train(
                data,
                model,
                "--calibrate-by site --set calibration.conformal=normalized --set evaluation.levels=0.9")
            .ok()
            .json();
  }

  private static OtdRun train(Path data, Path out, Object... more) {
    return OtdRun.line(
        "train --data",
        data,
        "--target y --method marginal --set masks.steps=1 --json --out",
        out,
        "--set training.steps=100 --set model.hidden=8 --set masks.velocity=8",
        "--set evaluation.draws=200",
        more);
  }

  private static Path table(String name, long seed, int rows) throws IOException {
    RandomTable.Row row =
        (i, random) -> {
          boolean wild = random.nextInt(3) == 0;
          String site = random.nextInt(50) == 0 ? "" : wild ? "wild" : "calm";
          double y = (wild ? 3 : 1) * random.nextGaussian();
          return String.format(Locale.ROOT, "%.3f,%s,%.4f", random.nextDouble(), site, y);
        };
    return Files.writeString(folder.resolve(name), RandomTable.csv("x,site,y", rows, seed, row));
  }

  private static JsonNode evaluated(Path of, Path table) throws IOException {
    OtdRun run =
        OtdRun.line(
                "evaluate",
                of,
                "--data",
                table,
                "--coverage-by site --levels 0.9 --draws 200 --json")
            .ok();
    return run.json();
  }

  @Test
  void each_group_has_the_factor_of_its_noise() {
    Map<String, Double> factors = factors(trained);
    assertThat(factors).containsOnlyKeys("calm", "wild");
    // Two standard errors of some hundred held-out rows of a group are about 10 %.
    assertThat(factors.get("wild") / factors.get("calm")).isCloseTo(3, within(.6));
    assertThat(trained.at("/test_coverage_by_group/y/0/column").asText()).isEqualTo("site");
    assertThat(OtdRun.line("inspect", model).out())
        .contains("spread of calm", "spread of wild", "conformal of wild");
  }

  private static Map<String, Double> factors(JsonNode run) {
    Map<String, Double> factors = new HashMap<>();
    run.path("spread_groups")
        .forEach(of -> factors.put(of.at("/group/site").asText(), of.path("factor").asDouble()));
    return factors;
  }

  /** Half of the wild rows have four times the noise of all others, which hardly count there. */
  @Test
  void rows_of_a_group_count_by_their_weights() throws IOException {
    RandomTable.Row row =
        (i, random) -> {
          double x = random.nextDouble();
          String site = i % 2 == 0 ? "wild" : "calm";
          double y = (i % 4 == 0 ? 4 : 1) * random.nextGaussian();
          return String.format(Locale.ROOT, "%.3f,%s,%s,%.4f", x, site, i % 4 == 2 ? 1 : 100, y);
        };
    Path weighed =
        Files.writeString(
            folder.resolve("weighed.csv"), RandomTable.csv("x,site,people,y", 2400, 5, row));
    OtdRun run =
        train(weighed, folder.resolve("weighed"), "--weight people --calibrate-by site").ok();
    Map<String, Double> factors = factors(run.json());
    // By rows that all count the same it would be below 3.
    assertThat(factors.get("wild") / factors.get("calm")).isCloseTo(4, within(.8));
  }

  @Test
  void new_rows_are_covered_alike_in_each_group() throws IOException {
    JsonNode scores = evaluated(model, table("new.csv", 2, 6000));
    for (JsonNode group : scores.at("/coverage_by_group/y/0/groups")) {
      if (!group.path("group").asText().equals("(missing)")) {
        // The factors of some hundred rows move the coverage by up to .03.
        assertThat(group.path("coverage").asDouble()).isCloseTo(.9, within(.04));
        assertThat(group.path("conformal").asDouble()).isCloseTo(.9, within(.04));
      }
    }
    assertThat(scores.at("/scores/picp_0.9").asDouble()).isCloseTo(.9, within(.03));
  }

  @Test
  void all_engines_give_a_row_the_intervals_of_its_group() throws IOException {
    Path exported = folder.resolve("exported");
    OtdRun.line("export", model, "--to", exported, "--bank 200 --json").ok();
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String site : List.of("calm", "wild", "", "elsewhere")) {
      rows.add(Map.of("x", .5, "site", site));
    }
    try (OtdPredictor tensorflow = OtdPredictor.open(exported);
        LightPredictor light = LightPredictor.open(exported)) {
      List<Prediction> one = tensorflow.predict(rows);
      List<Prediction> other = light.predict(rows);
      for (int i = 0; i < rows.size(); i++) {
        assertThat(other.get(i).interval(.9).upper())
            .isCloseTo(one.get(i).interval(.9).upper(), within(1e-5));
        assertThat(other.get(i).std()).isCloseTo(one.get(i).std(), within(1e-5));
      }
      assertThat(one.get(1).interval(.9).width())
          .isGreaterThan(2 * one.get(0).interval(.9).width());
      assertThat(one.get(3).interval(.9)).isEqualTo(one.get(2).interval(.9));
    }
    Path news = table("served.csv", 3, 3000);
    for (JsonNode group : evaluated(exported, news).at("/coverage_by_group/y/0/groups")) {
      if (!group.path("group").asText().equals("(missing)")) {
        assertThat(group.path("conformal").asDouble()).isCloseTo(.9, within(.05));
      }
    }
  }

  @Test
  void intervals_of_a_positive_target_do_not_begin_below_zero() throws IOException {
    RandomTable.Row row =
        (i, random) -> {
          String site = i % 3 == 0 ? "wild" : "calm";
          double y = (i % 3 == 0 ? 3 : 1) * Math.pow(Math.log(1 - random.nextDouble()), 2);
          return String.format(Locale.ROOT, "%.3f,%s,%.4f", random.nextDouble(), site, y);
        };
    Path rows =
        Files.writeString(
            folder.resolve("positive.csv"), RandomTable.csv("x,site,y", 1200, 7, row));
    Path positive = folder.resolve("positive");
    OtdRun run =
        train(
                rows,
                positive,
                "--calibrate-by site --set calibration.conformal=normalized --set evaluation.levels=0.95")
            .ok();
    assertThat(run.json().at("/test_conformal/picp_0.95").asDouble()).isCloseTo(.95, within(.09));
    Path exported = folder.resolve("positive-exported");
    OtdRun.line("export", positive, "--to", exported, "--bank 200").ok();
    // More than a twentieth of these values lie above two means: as far below the mean is below 0.
    List<Map<String, Object>> sites =
        List.of(Map.of("x", .5, "site", "calm"), Map.of("x", .5, "site", "wild"));
    try (OtdPredictor tensorflow = OtdPredictor.open(exported);
        LightPredictor light = LightPredictor.open(exported)) {
      for (Prediction law : tensorflow.predict(sites)) {
        assertThat(law.interval(.95).lower()).isZero();
      }
      for (Prediction law : light.predict(sites)) {
        assertThat(law.interval(.95).lower()).isZero();
      }
    }
    List<String> some = Files.readAllLines(rows).subList(0, 100);
    Path few = Files.write(folder.resolve("few.csv"), some);
    for (Path of : List.of(positive, exported)) {
      Path out = folder.resolve("predicted-by-" + of.getFileName() + ".csv");
      OtdRun.line("predict", of, "--data", few, "--out", out).ok();
      List<String> lines = Files.readAllLines(out);
      int lower = List.of(lines.get(0).split(",", -1)).indexOf("lower_0.95");
      assertThat(lines.subList(1, lines.size()))
          .allMatch(line -> Double.parseDouble(line.split(",", -1)[lower]) == 0);
    }
  }

  @Test
  void the_next_version_tells_the_same_groups_apart() throws IOException {
    Path next = folder.resolve("next");
    Path truths = table("truths.csv", 4, 1000);
    OtdRun run = OtdRun.line("recalibrate", model, "--data", truths, "--out", next).ok();
    assertThat(run.err()).doesNotContain("no longer calibrated");
    assertThat(OtdRun.line("inspect", next).out())
        .contains("spread of calm", "spread of wild", "conformal of wild");
  }

  @Test
  void a_column_that_has_no_categories_is_refused_before_training() {
    assertThat(train(data, folder.resolve("none"), "--calibrate-by x").err())
        .contains("--calibrate-by \"x\": numeric (expected: a column of categories)");
    assertThat(train(data, folder.resolve("none"), "--calibrate-by sight").err())
        .contains("--calibrate-by \"sight\": not an input (expected: one of \"x\", \"site\")");
  }

  @Test
  void groups_that_the_next_version_no_longer_tells_apart_are_named() throws IOException {
    List<String> rows = Files.readAllLines(table("mixed.csv", 5, 1000));
    Path calm = folder.resolve("calm.csv");
    Files.write(calm, rows.stream().filter(row -> !row.contains("wild")).toList());
    OtdRun run =
        OtdRun.line("recalibrate", model, "--data", calm, "--out", folder.resolve("calmer")).ok();
    assertThat(run.err())
        .contains(
            "groups no longer calibrated separately: \"wild\""
                + " (expected: at least 30 rows of each in each fit)");
  }
}
