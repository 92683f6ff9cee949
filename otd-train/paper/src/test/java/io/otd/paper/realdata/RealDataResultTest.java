// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.realdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.SharedCompilation;
import io.otd.paper.experiment.Scale;
import io.otd.table.problem.InputException;
import io.otd.train.internal.crossvalidation.CrossValidationResult;
import io.otd.train.internal.fit.TableFit;
import io.otd.train.internal.page.HtmlReport;
import io.otd.train.internal.page.TerminalReport;
import io.otd.train.progress.RunsLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A comparison on two small tables: the peers are far worse on one of them, and perfect on the
 * other.
 */
class RealDataResultTest {
  private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
  private static final int ROWS = 40;
  private static final double FAR = 1e9;

  private static final List<String> SHORT = tiny("training.steps=4");

  private static final DataSet EASY = set("easy", "log1p", FAR);
  private static final DataSet HARD = set("hard", "identity", 0);

  private static final SharedCompilation SHARED = new SharedCompilation();

  @TempDir static Path folder;
  private static RealDataResult result;

  private static List<String> tiny(String training) {
    return List.of(
        training,
        "training.validate_every=2",
        "model.members=1",
        "model.hidden=4",
        "masks.velocity=4",
        "masks.steps=1",
        "evaluation.draws=20");
  }

  private static DataSet set(String name, String scale, double others) {
    return new DataSet(
        name,
        1,
        scale,
        true,
        "",
        new DataSet.Paper(1, others, 1, .1, 1, 2, "another method"),
        List.of(
            new DataSet.Peer("a network", true, Map.of("energy_score", others)),
            new DataSet.Peer("a forest", false, Map.of("energy_score", others / 2))));
  }

  private static double target(int row) {
    return row % 3 == 0 ? 0 : row;
  }

  @BeforeAll
  static void run() throws Exception {
    StringBuilder table = new StringBuilder("x,area\n");
    for (int i = 0; i < ROWS; i++) {
      table.append(i).append(',').append(target(i)).append('\n');
    }
    for (DataSet set : List.of(EASY, HARD)) {
      Path directory = Files.createDirectories(folder.resolve("tables").resolve(set.name()));
      Files.writeString(directory.resolve("data.csv"), table);
    }
    result = run("out", SHORT, () -> false).orElseThrow();
  }

  @AfterAll
  static void close() {
    SHARED.close();
  }

  private static Optional<RealDataResult> run(
      String out, List<String> shorter, BooleanSupplier stop) throws Exception {
    return new RealDataRuns(
            new DataDirectory(
                Optional.of(folder.resolve("tables")),
                id -> {
                  throw new AssertionError("fetched " + id);
                }),
            List.of(EASY, HARD),
            2,
            new RecipeRuns(
                folder.resolve(out), List.of(Recipe.OTD), List.of(0L), Scale.PAPER, shorter, 1))
        .run(
            settings -> TableFit.trainer(settings, new Compiler(SHARED, w -> {}), CLOCK, stop),
            "",
            (title, runs) -> new RunsLines(line -> {}, CLOCK, 1));
  }

  private static JsonNode fold(DataSet set, int fold) throws IOException {
    Path file = folder.resolve("out/" + set.name() + "/otd/fold-" + fold + "/result.json");
    return new ObjectMapper().readTree(file.toFile());
  }

  @Test
  void scores_are_averaged_over_all_folds() throws IOException {
    RealDataResult.Entry hard = result.of(HARD).get(0);
    double first = fold(HARD, 0).at("/test/energy_score").asDouble();
    double second = fold(HARD, 1).at("/test/energy_score").asDouble();
    assertThat(first).isPositive().isNotEqualTo(second);
    assertThat(hard.spread("energy_score").orElseThrow().mean())
        .isCloseTo((first + second) / 2, within(1e-12));
    assertThat(hard.spread("energy_score").orElseThrow().sd())
        .isCloseTo(Math.abs(first - second) / Math.sqrt(2), within(1e-12));
    assertThat(hard.spread("no such score")).isEmpty();
    assertThat(hard.rows()).isEqualTo(ROWS);
  }

  /** If {@code z = log(1 + y)}, then {@code -log p(y) = -log p(z) + z}. */
  @Test
  void the_likelihood_is_in_the_units_of_the_target() throws IOException {
    CrossValidationResult folds = result.of(EASY).get(0).result();
    double sum = 0;
    for (int k = 0; k < 2; k++) {
      int[] rows = folds.test().get(k).rows();
      sum +=
          fold(EASY, k).at("/test/nll_kde").asDouble()
              + Arrays.stream(rows).mapToDouble(r -> Math.log1p(target(r))).average().orElseThrow();
    }
    // The observed values are kept as float32.
    assertThat(result.of(EASY).get(0).spread("nll_kde").orElseThrow().mean())
        .isCloseTo(sum / 2, within(1e-5));
  }

  @Test
  void text_page_and_json_agree() {
    assertThat(TerminalReport.lines(RealDataReport.page(result, Map.of("os", "some"))))
        .contains("easy (40 rows)")
        .anySatisfy(line -> assertThat(line).contains("best neural peer: a network"))
        .anySatisfy(line -> assertThat(line).contains("best peer: a forest"));
    String page = new HtmlReport(RealDataReport.page(result, Map.of("os", "some"))).html();
    assertThat(page).contains("hard (40 rows)", "best peer: a forest");
    JsonNode json = new ObjectMapper().valueToTree(result.json(Map.of("os", "some")));
    assertThat(json.path("runs")).hasSize(2);
    assertThat(json.at("/runs/0/settings/data.target/0").asText()).isEqualTo("log(1 + area)");
    assertThat(json.at("/runs/1/mean/energy_score").asDouble())
        .isEqualTo(result.of(HARD).get(0).spread("energy_score").orElseThrow().mean());
  }

  @Test
  void folds_that_diverge_leave_no_score_and_are_named() throws Exception {
    List<String> far = tiny("training.learning_rate=1e30");
    RealDataResult diverged = run("diverged", far, () -> false).orElseThrow();
    assertThat(diverged.incomplete()).isTrue();
    assertThat(result.incomplete()).isFalse();
    RealDataResult.Entry hard = diverged.of(HARD).get(0);
    assertThat(hard.spread("energy_score")).isEmpty();
    assertThat(TerminalReport.lines(RealDataReport.page(diverged, Map.of())))
        .anySatisfy(line -> assertThat(line).contains("fold-1: the loss is Infinity at step 1"));
  }

  @Test
  @Tag("long")
  void a_stopped_run_has_no_result_and_resumes_only_with_the_same_settings() throws Exception {
    assertThat(run("stopped", SHORT, () -> true)).isEmpty();
    assertThatThrownBy(() -> run("stopped", tiny("training.steps=6"), () -> false))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("settings.yaml: begun with other settings");
    assertThat(run("stopped", SHORT, () -> false).orElseThrow().of(HARD).get(0).spread("rmse"))
        .isEqualTo(result.of(HARD).get(0).spread("rmse"));
  }
}
