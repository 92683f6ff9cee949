// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.uci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.internal.files.ClassResource;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.SharedCompilation;
import io.otd.paper.experiment.Scale;
import io.otd.paper.realdata.Recipe;
import io.otd.paper.realdata.RecipeResult;
import io.otd.paper.realdata.RecipeRuns;
import io.otd.table.problem.InputException;
import io.otd.train.internal.fit.TableFit;
import io.otd.train.internal.page.HtmlReport;
import io.otd.train.internal.page.TerminalReport;
import io.otd.train.progress.RunsLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two methods on a small data set: one with draws only, one with a density. */
class UciResultTest {
  private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
  private static final String SET = "line";
  private static final List<String> TINY =
      List.of(
          "training.steps=4",
          "training.validate_every=2",
          "model.members=1",
          "model.hidden=4",
          "evaluation.draws=20");

  private static final SharedCompilation SHARED = new SharedCompilation();

  @TempDir static Path folder;
  private static UciResult result;

  @BeforeAll
  static void run() throws Exception {
    SplitFiles.write(folder.resolve("sets/" + SET), 3);
    result = run(2, List.of(0L, 5L)).orElseThrow();
  }

  @AfterAll
  static void close() {
    SHARED.close();
  }

  private static Optional<UciResult> run(int splits, List<Long> seeds) throws Exception {
    List<Recipe> recipes =
        Recipe.all().stream().filter(r -> List.of("mc-dropout", "mdn").contains(r.name())).toList();
    return new UciRuns(
            SplitLayout.in(folder.resolve("sets")),
            splits,
            new RecipeRuns(folder.resolve("out"), recipes, seeds, Scale.PAPER, TINY, 1))
        .run(
            settings ->
                TableFit.trainer(settings, new Compiler(SHARED, w -> {}), CLOCK, () -> false),
            "",
            (title, runs) -> new RunsLines(line -> {}, CLOCK, 1));
  }

  private static double score(String run, int split, String name) throws IOException {
    Path file = folder.resolve("out/%s/%s/repeat-%d-fold-0/result.json".formatted(SET, run, split));
    JsonNode value = new ObjectMapper().readTree(file.toFile()).path("test").path(name);
    assertThat(value.isNumber()).as("%s of %s", name, file).isTrue();
    return value.asDouble();
  }

  @Test
  void a_measure_is_averaged_over_seeds_then_splits_with_its_standard_error() throws IOException {
    RecipeResult dropout = result.of(SET).get(0);
    assertThat(dropout.recipe().name()).isEqualTo("mc-dropout");
    double[] splits = new double[2];
    for (int i = 0; i < 2; i++) {
      splits[i] = (score("mc-dropout", i, "rmse") + score("mc-dropout-seed-5", i, "rmse")) / 2;
    }
    assertThat(score("mc-dropout", 0, "rmse")).isNotEqualTo(score("mc-dropout-seed-5", 0, "rmse"));
    assertThat(SplitMeasure.RMSE.mean(dropout).orElseThrow().value())
        .isCloseTo((splits[0] + splits[1]) / 2, within(1e-12));
    // The standard deviation of two numbers is their distance divided by sqrt(2); that of the mean,
    // by 2.
    assertThat(SplitMeasure.RMSE.mean(dropout).orElseThrow().standardError())
        .isCloseTo(Math.abs(splits[0] - splits[1]) / 2, within(1e-12));
    assertThat(dropout.rows()).isEqualTo(SplitFiles.ROWS);
  }

  @Test
  void the_likelihood_uses_the_density_if_available_otherwise_stacked_kernels() throws IOException {
    RecipeResult dropout = result.of(SET).get(0);
    RecipeResult mixture = result.of(SET).get(1);
    assertThat(UciResult.analytic(dropout)).isZero();
    assertThat(UciResult.analytic(mixture)).isEqualTo(mixture.runs().size()).isEqualTo(4);
    assertThat(SplitMeasure.NLL.values(dropout).orElseThrow()[1])
        .isCloseTo(
            (score("mc-dropout", 1, "nll_stacked") + score("mc-dropout-seed-5", 1, "nll_stacked"))
                / 2,
            within(1e-12));
    assertThat(SplitMeasure.NLL.values(mixture).orElseThrow()[0])
        .isCloseTo(
            (score("mdn", 0, "nll_analytic") + score("mdn-seed-5", 0, "nll_analytic")) / 2,
            within(1e-12));
    assertThat(UciTable.of(result, SET).rows())
        .extracting(row -> row.get(row.size() - 1).text())
        .containsExactly("kernels", "density");
  }

  @Test
  void splits_can_be_added_later_without_rerunning_finished_ones() throws Exception {
    Path first = folder.resolve("out/line/mdn/repeat-0-fold-0/result.json");
    FileTime before = Files.getLastModifiedTime(first);
    UciResult more = run(20, List.of(0L)).orElseThrow();
    assertThat(Files.getLastModifiedTime(first)).isEqualTo(before);
    assertThat(more.of(SET).get(1).folds()).as("as many as there are").isEqualTo(3);
    assertThat(SplitMeasure.RMSE.values(more.of(SET).get(1)).orElseThrow()[0])
        .isEqualTo(score("mdn", 0, "rmse"));
    assertThatThrownBy(() -> run(0, List.of(0L)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("splits: 0 (expected: at least 1)");
    String data = Files.readString(folder.resolve("sets/line/data.txt"));
    Files.writeString(folder.resolve("sets/line/data.txt"), data.replaceFirst("^0", "1"));
    assertThatThrownBy(() -> run(2, List.of(0L)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("data.csv: changed since the run began");
    Files.writeString(folder.resolve("sets/line/data.txt"), data);
  }

  @Test
  void published_figures_are_in_file_order() throws IOException {
    JsonNode methods =
        new ObjectMapper()
            .readTree(ClassResource.bytes(Published.class, "published.json"))
            .path("methods");
    List<Published> all = Published.all();
    assertThat(all).hasSize(methods.size());
    for (int i = 0; i < all.size(); i++) {
      assertThat(all.get(i).sets().keySet())
          .containsExactlyElementsOf(
              methods.get(i).path("sets").propertyStream().map(Map.Entry::getKey).toList());
    }
  }

  @Test
  void a_method_is_judged_against_the_best_published_after_all_twenty_splits() {
    double rmse = SplitMeasure.RMSE.mean(result.of(SET).get(0)).orElseThrow().value();
    List<Published> others =
        List.of(
            new Published("far", "trees", 1, "", Map.of(SET, Map.of("rmse", rmse + 1))),
            new Published("as good", "network", 1, "", Map.of(SET, Map.of("rmse", rmse))),
            new Published("ahead", "foundation", 1, "", Map.of(SET, Map.of("rmse", rmse / 2))));
    UciResult few = new UciResult(Scale.PAPER, result.entries(), others);
    assertThat(few.standings()).as("two splits").isEmpty();
    RecipeResult dropout = result.of(SET).get(0);
    UciResult.Standing alone = few.standing(dropout.recipe(), SplitMeasure.RMSE, false);
    assertThat(alone.reached()).containsExactly(SET);
    UciResult.Standing all = few.standing(dropout.recipe(), SplitMeasure.RMSE, true);
    assertThat(all.missed()).containsExactly(SET);
    assertThat(all.statement())
        .isEqualTo(
            "MC Dropout: RMSE at or below the best published, foundation models included, on 0 of"
                + " 1, not on line");
    assertThat(few.standing(dropout.recipe(), SplitMeasure.CRPS, true).missed()).isEmpty();
    assertThat(TerminalReport.lines(UciReport.page(few, Map.of())))
        .anySatisfy(line -> assertThat(line).contains("ahead, foundation model [1]"));
  }

  @Test
  void text_page_and_json_agree() {
    assertThat(TerminalReport.lines(UciReport.page(result, Map.of("os", "some"))))
        .contains("line, 30 rows, 2 splits")
        .anySatisfy(line -> assertThat(line).startsWith("  Not judged:"))
        .anySatisfy(line -> assertThat(line).contains("github.com/yaringal"));
    String page = new HtmlReport(UciReport.page(result, Map.of("os", "some"))).html();
    assertThat(page).contains("line, 30 rows, 2 splits", "mixture density network", "kernels");
    JsonNode json = new ObjectMapper().valueToTree(result.json(Map.of("os", "some")));
    assertThat(json.path("runs")).hasSize(2);
    assertThat(json.at("/runs/0/splits").asInt()).isEqualTo(2);
    assertThat(json.at("/runs/0/seeds/1").asLong()).isEqualTo(5);
    assertThat(json.at("/runs/1/runs_with_density").asInt()).isEqualTo(4);
    assertThat(json.at("/runs/0/mean/crps").asDouble())
        .isEqualTo(SplitMeasure.CRPS.mean(result.of(SET).get(0)).orElseThrow().value());
    assertThat(json.at("/runs/0/by_split/mace")).hasSize(2);
    assertThat(json.at("/published/0/sets/concrete/rmse").asDouble()).isEqualTo(4.81);
  }

  @Test
  void each_published_figure_has_its_source_and_only_known_measures() {
    for (Published published : Published.all()) {
      assertThat(published.source()).isBetween(1, Published.sources().size());
      assertThat(published.kind()).isIn("network", "trees", "foundation");
      published
          .sets()
          .forEach(
              (set, values) -> {
                assertThat(values).as(published.method() + ", " + set).isNotEmpty();
                assertThat(List.of("rmse", "nll", "crps")).containsAll(values.keySet());
              });
    }
    assertThat(Published.best(Published.all(), "concrete", SplitMeasure.RMSE)).contains(3.864);
    assertThat(
            Published.best(
                Published.all().stream().filter(p -> !p.foundation()).toList(),
                "concrete",
                SplitMeasure.NLL))
        .contains(2.83);
    assertThat(Published.best(Published.all(), "unknown", SplitMeasure.NLL)).isEmpty();
  }
}
