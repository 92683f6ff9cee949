// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.app.OtdMain;
import io.otd.app.command.Console;
import io.otd.app.command.Interruption;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproduceCommandTest {
  @TempDir Path directory;

  private final Interruption interruption = new Interruption();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  @Tag("long")
  void prints_one_line_of_json_and_the_table_to_standard_error() throws Exception {
    Path results = directory.resolve("r");
    int code =
        run("reproduce", "bimodal", "--scale", "quick", "--json", "--out", results.toString());
    assertThat(text(err)).contains("energy score on the training points");
    assertThat(code).isZero();
    assertThat(text(out).lines()).hasSize(1);
    JsonNode json = new ObjectMapper().readTree(text(out));
    assertThat(json.get("experiment").asText()).isEqualTo("bimodal");
    assertThat(json.get("variants").get(0).get("mean").get("modes").isNumber()).isTrue();
    assertThat(new ObjectMapper().readTree(results.resolve("result.json").toFile()))
        .isEqualTo(json);
    assertThat(results.resolve("report.html")).isNotEmptyFile();
  }

  @Test
  @Tag("long")
  void list_names_every_experiment() {
    assertThat(run("reproduce", "list")).isZero();
    assertThat(text(out))
        .contains("bimodal", "rom", "capacity", "gl-temperature", "latent", "paper    4 models\n")
        .containsPattern("\nEstimated times for one seed(?s:.*)\ngl +quick .*, paper \\d+ h");
  }

  @Test
  void invalid_arguments_are_reported_with_what_is_expected() {
    assertThat(run("reproduce", "bimodel")).isEqualTo(2);
    assertThat(text(err)).contains("bimodel: unknown command (did you mean bimodal?)");
    assertThat(run("reproduce")).isEqualTo(2);
    assertThat(text(err))
        .contains(
            "reproduce: no command (expected: one of list, all, openml, uci, timing, bimodal, rom,"
                + " capacity, gl, gl-data, gl-components, gl-samples, gl-steps, gl-temperature,"
                + " latent, kinetic)");
    assertThat(run("reproduce", "rom", "--scale", "huge")).isEqualTo(2);
    assertThat(text(err)).contains("--scale: huge (expected: quick, reduced, large or paper)");
    assertThat(run("reproduce", "rom", "--seeds", "0")).isEqualTo(2);
    assertThat(text(err)).contains("--seeds: 0 (expected: at least 1)");
  }

  @Test
  void an_option_is_known_only_where_it_applies() {
    assertThat(run("reproduce", "gl", "--batch", "0")).isEqualTo(2);
    assertThat(text(err)).contains("--batch: 0 (expected: at least 1)");
    String[][] wrong = {
      {"rom", "--batch"},
      {"timing", "--jobs"},
      {"timing", "--spark"},
      {"uci", "--precision"},
      {"openml", "--precision"},
      {"all", "--splits"},
      {"list", "--scale"}
    };
    for (String[] each : wrong) {
      assertThat(run("reproduce", each[0], each[1], "1")).isEqualTo(2);
      assertThat(text(err)).contains(each[1] + ": unknown option");
    }
    assertThat(run("reproduce", "timing", "--scale", "large")).isEqualTo(2);
    assertThat(text(err)).contains("--scale: large (expected: quick, reduced or paper)");
  }

  @Test
  void all_gives_its_parts_the_options_that_they_have_and_is_the_command_to_repeat() {
    interruption.request();
    String results = directory.resolve("r").toString();
    String[] given = {"reproduce", "all", "--scale", "quick", "--seeds", "2", "--folds", "3"};
    String[] words = java.util.Arrays.copyOf(given, given.length + 3);
    words[given.length] = "--out";
    words[given.length + 1] = results;
    words[given.length + 2] = "--yes";
    assertThat(run(words)).isEqualTo(Interruption.EXIT_CODE);
    assertThat(text(out))
        .contains("== bimodal", "finished runs are in " + Path.of(results, "bimodal", "runs"))
        .contains("otd reproduce all --scale quick --seeds 2 --folds 3 --out " + results)
        .contains("--yes --resume");
  }

  /** A machine would have to be a hundred times as fast to do it in an hour. */
  @Test
  void more_than_an_hour_needs_consent_and_says_how_long() {
    Path results = directory.resolve("gl");
    assertThat(run("reproduce", "gl", "--scale", "paper", "--out", results.toString()))
        .isEqualTo(2);
    assertThat(text(err))
        .containsPattern(
            "--scale: paper, about \\d+ h \\d\\d min on this machine \\(expected: --yes");
    assertThat(results).doesNotExist();
  }

  @Test
  void the_scale_of_the_paper_needs_consent_where_no_time_is_known() {
    for (String id : List.of("openml", "timing")) {
      Path results = directory.resolve(id);
      assertThat(run("reproduce", id, "--scale", "paper", "--out", results.toString()))
          .isEqualTo(2);
      assertThat(text(err)).contains("--scale: paper, many hours (expected: --yes");
      assertThat(results).doesNotExist();
    }
  }

  @Test
  void all_checks_the_options_of_the_tables_before_anything_runs() {
    String results = directory.resolve("all").toString();
    String[][] wrong = {
      {"--scale", "large", "--scale: large (expected: quick, reduced or paper)"},
      {"--folds", "1", "--folds: 1 (expected: at least 2)"},
      {"--dataset", "concrte", "--dataset: concrte (expected: of energy"},
      {"--methods", "otdd", "--methods: otdd (expected: of otd"},
    };
    for (String[] each : wrong) {
      assertThat(run("reproduce", "all", each[0], each[1], "--out", results)).isEqualTo(2);
      assertThat(text(err)).contains(each[2]);
    }
    assertThat(directory.resolve("all")).doesNotExist();
  }

  @Test
  void results_are_not_begun_anew_where_some_are() throws Exception {
    interruption.request();
    Path results = Files.createDirectory(directory.resolve("r"));
    Path kept = Files.writeString(results.resolve("kept"), "");
    for (String id : List.of("kinetic", "timing", "openml", "all")) {
      String[] given = {"reproduce", id, "--scale", "quick", "--yes", "--out", results.toString()};
      assertThat(run(given)).isEqualTo(2);
      assertThat(text(err))
          .contains(results + ": already exists (expected: a new or empty directory; --resume");
      assertThat(results).isDirectoryContaining(kept::equals);
      err.reset();
    }
    assertThat(run("reproduce", "kinetic", "--resume", "--out", results.toString()))
        .isEqualTo(Interruption.EXIT_CODE);
  }

  @Test
  void the_resume_command_of_an_interrupted_run_has_all_its_options() throws Exception {
    interruption.request();
    String results = directory.resolve("the results").toString();
    String[] given = {"reproduce", "rom", "--scale", "quick", "--seeds", "2", "--out", results};
    assertThat(run(given)).isEqualTo(Interruption.EXIT_CODE);
    assertThat(text(out))
        .contains("otd reproduce rom --scale quick --seeds 2 --out '" + results + "' --resume");
  }

  private int run(String... arguments) {
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            () -> false,
            interruption);
    return OtdMain.run(console, arguments);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
