// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.internal.calibration.RowGroup;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.provenance.Provenance;
import io.otd.core.internal.text.NumberText;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.RowScores;
import io.otd.core.metrics.evaluation.ScoreOptions;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.HtmlReport;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.prediction.PredictionScoring;
import io.otd.train.internal.result.TestResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunReportTest {
  private static final int ROWS = 120;
  private static final int DRAWS = 100;

  @TempDir Path directory;

  @Test
  void the_page_contains_metrics_settings_and_pictures() throws IOException {
    Path file = directory.resolve("run/report.html");
    report(1, "strength <MPa>").write(file);
    String html = Files.readString(file);
    assertThat(html).contains("test.rmse", "4.312", "test.mace", "0.049");
    assertThat(html).contains("mean absolute, over the levels; share of 1");
    assertThat(html).contains("learning rate", "0.001", "deadbeef", "strength &lt;MPa&gt;");
    assertThat(html).doesNotContain("strength <MPa>");
    // One row beside the verdict, six and their legend, four of the target, two of errors, one of
    // training.
    assertThat(count(html, "<img ")).isEqualTo(15);
    assertThat(count(html, "src=\"data:image/svg+xml;base64,")).isEqualTo(15);
    assertThat(html).containsPattern("One prediction, of row \\d+: [-0-9.]+ to [-0-9.]+ with a");
    assertThat(directory.resolve("run")).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void a_row_says_its_values_under_the_pointer_and_axes_have_the_unit_of_the_target() {
    RunReport good = report(1, "price");
    RunReport inDollars =
        new RunReport(
            good.title(),
            new TableSchema(good.schema().inputs(), List.of(TargetColumn.plain("price").in("$"))),
            good.sizes(),
            good.settings(),
            good.histories(),
            good.test(),
            good.calibration(),
            good.metrics(),
            good.provenance(),
            good.explanation(),
            good.fields());
    RowScores.Output rows = good.test().rows().outputs().get(0);
    String html = new HtmlReport(inDollars.page()).html();
    assertThat(html)
        .contains(
            "data-v=\"row 3\nobserved: %s\npredicted: %s\n90 %% interval: %s to %s\""
                .formatted(
                    NumberText.brief(rows.observed()[1]),
                    NumberText.brief(rows.mean()[1]),
                    NumberText.brief(rows.low()[1]),
                    NumberText.brief(rows.high()[1])))
        .contains("data-v=\"price ($): ");
  }

  @Test
  void headline_scores_are_labelled_in_words_with_units() {
    String html = new HtmlReport(report(1, "strength").page()).html();
    String tiles =
        html.substring(html.indexOf("<h2>Test metrics"), html.indexOf("<h2>Predictive distr"));
    assertThat(tiles)
        .contains("Root mean squared error", "4.312", "in the unit of strength", "Coverage error")
        .contains("120 test rows, 100 draws for each.")
        .doesNotContain("test.");
  }

  @Test
  void the_page_is_self_contained() {
    String html = new HtmlReport(report(1, "strength").page()).html();
    String withoutPictures = html.replaceAll("data:image/svg.xml;base64,[A-Za-z0-9+/=]+", "");
    assertThat(withoutPictures).doesNotContain("http", "//", "<script", "<link", "url(", "@import");
    assertThat(count(withoutPictures, "src=\"")).isEqualTo(count(withoutPictures, "src=\"\""));
  }

  @Test
  void every_output_has_its_own_pictures() {
    Page page = report(2, "a").page();
    assertThat(page.sections().stream().map(Page.Section::title))
        .contains("Predictive distributions of a", "Predictive distributions of second");
  }

  @Test
  void a_mismatched_number_of_predictions_is_rejected() {
    RunReport good = report(1, "a");
    TestResult test = good.test();
    TestResult fewer =
        new TestResult(
            test.scores(),
            test.uncalibrated(),
            test.rows(),
            test.uncalibratedRows(),
            new int[3],
            test.examples());
    assertThatThrownBy(() -> with(good, fewer, good.histories()))
        .hasMessage("predictions of 120 rows and 1 outputs (expected: 3 rows, 1 outputs)");
  }

  @Test
  void the_worst_rows_are_numbered_as_in_the_table() {
    RunReport report = report(1, "a");
    RowScores rows = report.test().rows();
    int worst = rows.worst(1)[0];
    String html = new HtmlReport(report.page()).html();
    String first = html.substring(html.indexOf("<h2>Worst rows"));
    // The test rows are every second row of the table.
    assertThat(
            first.substring(
                first.indexOf("<tbody>"), first.indexOf("</tr>", first.indexOf("<tbody>"))))
        .contains(">" + (2 * worst + 1) + "<")
        .contains(">" + NumberText.brief(rows.energyScore()[worst]) + "<");
  }

  @Test
  void scores_before_and_after_calibration_mark_unbounded_intervals() {
    String html = new HtmlReport(report(1, "a").page()).html();
    assertThat(html).contains("Before and after calibration", "scaled by 0.5,", "120 calibration");
    assertThat(html).contains("conformal intervals of level 0.95 hold every possible value");
    int width = html.indexOf(">width_0.95<");
    assertThat(html.substring(width, html.indexOf("</tr>", width))).contains(">\u221e<");
  }

  @Test
  void the_pit_histogram_shows_the_uniformity_test() {
    assertThat(new HtmlReport(report(1, "a").page()).html())
        .contains("Kolmogorov-Smirnov test of flatness over 120 rows");
  }

  @Test
  void non_finite_validation_scores_are_omitted_and_reported() {
    RunReport good = report(1, "a");
    List<TrainingSnapshot.Point> history = new ArrayList<>();
    for (int e = 1; e <= 30; e++) {
      double score = e % 2 == 0 ? Double.POSITIVE_INFINITY : 1.0 / e;
      history.add(new TrainingSnapshot.Point(e, 1.0 / e, .1 / e, 1e-3, score));
    }
    assertThat(
            new HtmlReport(with(good, good.test(), Map.of("otd", List.of(history))).page()).html())
        .contains("15 of 30 validation scores are infinite and not shown");
    history.replaceAll(
        p ->
            new TrainingSnapshot.Point(
                p.step(), p.fit(), p.dispersion(), p.action(), Double.POSITIVE_INFINITY));
    assertThat(
            new HtmlReport(with(good, good.test(), Map.of("otd", List.of(history))).page()).html())
        .contains("30 of 30 validation scores are infinite");
  }

  @Test
  void each_component_has_one_chart_of_its_networks() {
    RunReport good = report(1, "a");
    Map<String, List<List<TrainingSnapshot.Point>>> histories = new LinkedHashMap<>();
    List<TrainingSnapshot.Point> one = good.histories().values().iterator().next().get(0);
    histories.put("otd", List.of(one, one, one));
    histories.put("mdn", List.of(List.of(new TrainingSnapshot.Point(1, 2, 0, 0, .5)), List.of()));
    Page.Section training =
        with(good, good.test(), histories).page().sections().stream()
            .filter(section -> section.title().equals("Training"))
            .findFirst()
            .orElseThrow();
    assertThat(training.folded()).isTrue();
    assertThat(((Block.Figures) training.blocks().get(0)).figures())
        .extracting(Block.Figure::caption)
        .containsExactly(
            "The loss of 3 networks in training; below it, the energy score of the rows that each"
                + " holds out, and the kinetic action of the mask flow.",
            "The loss in training; below it, the energy score of the validation rows.");
  }

  @Test
  void a_long_page_lists_its_sections_and_folds_what_few_readers_need() {
    String html = new HtmlReport(report(1, "a").page()).html();
    assertThat(html)
        .containsPattern("<nav[^>]*>\\s*<a href=\"#part-1\">Test metrics</a>")
        .containsPattern("<details class=\"part\">\\s*<summary><h2>All metrics</h2>")
        .doesNotContainPattern("<details class=\"part\">\\s*<summary><h2>Worst rows</h2>");
  }

  private static RunReport with(
      RunReport good, TestResult test, Map<String, List<List<TrainingSnapshot.Point>>> histories) {
    return new RunReport(
        good.title(),
        good.schema(),
        good.sizes(),
        good.settings(),
        histories,
        test,
        good.calibration(),
        good.metrics(),
        good.provenance(),
        good.explanation(),
        good.fields());
  }

  static RunReport report(int outputs, String target) {
    SplittableRandom random = new SplittableRandom(7);
    double[] values = new double[DRAWS * ROWS * outputs];
    double[][] observed = new double[ROWS][outputs];
    for (int i = 0; i < ROWS; i++) {
      double centre = 20 + 40 * random.nextDouble();
      double sd = 1 + centre / 15;
      for (int j = 0; j < outputs; j++) {
        observed[i][j] = centre + sd * random.nextGaussian();
        for (int k = 0; k < DRAWS; k++) {
          values[(k * ROWS + i) * outputs + j] = centre + sd * random.nextGaussian();
        }
      }
    }
    List<String> targets = outputs == 1 ? List.of(target) : List.of(target, "second");
    Calibration calibration =
        Calibration.of(new SpreadCalibration(.5))
            .with(
                new ConformalCalibration(
                    new ConformalRule.Quantiles(),
                    120,
                    List.of(
                        new ConformalLevel(.9, Collections.nCopies(outputs, .25)),
                        new ConformalLevel(
                            .95, Collections.nCopies(outputs, Double.POSITIVE_INFINITY)))));
    Draws drawn = new Draws(DRAWS, ROWS, outputs, values);
    TestResult test = tested(targets, calibration, drawn, drawn.scaledAboutMean(2), observed);
    List<TrainingSnapshot.Point> history = new ArrayList<>();
    for (int e = 1; e <= 60; e++) {
      history.add(new TrainingSnapshot.Point(10 * e, .3 + 1.0 / e, .15, 2.0 / e, .2 + 1.1 / e));
    }
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put("test.rmse", 4.3119);
    metrics.put("test.energy_score", 2.1312);
    metrics.put("test.mace", .049);
    metrics.put("test.picp_0.9", .8944);
    return new RunReport(
        "concrete",
        new TableSchema(
            List.of(
                NumericInput.plain("cement"),
                NumericInput.plain("water"),
                NumericInput.plain("age")),
            targets.stream().map(TargetColumn::plain).toList()),
        new SplitSizes(700, 124, ROWS, 120),
        Map.of("learning rate", "0.001", "steps", "2000"),
        Map.of("otd", List.of(history)),
        test,
        calibration,
        metrics,
        new Provenance(
            "2026-01-02T03:04:05Z", "0.1.0", "2.18.0", "17", "none", "abc", "deadbeef", Map.of()),
        Optional.empty(),
        Optional.empty());
  }

  private static TestResult tested(
      List<String> targets,
      Calibration calibration,
      Draws drawn,
      Draws uncalibrated,
      double[][] observed) {
    ScoreOptions options = ScoreOptions.of(List.of(.5, .9, .95));
    PredictionScoring after = new PredictionScoring(targets, options, calibration.conformal());
    after.add(
        drawn,
        observed,
        RowWeights.equal(observed.length),
        calibration
            .conformal()
            .intervals(drawn, targets.stream().map(TargetColumn::plain).toList()),
        Collections.nCopies(observed.length, RowGroup.NONE));
    PredictionScoring before = new PredictionScoring(targets, options, ConformalCalibration.NONE);
    before.add(uncalibrated, observed, RowWeights.equal(observed.length));
    return new TestResult(
        after.scores(),
        before.scores(),
        after.byRow(),
        before.byRow(),
        IntStream.range(0, ROWS).map(i -> 2 * i).toArray(),
        drawn);
  }

  private static int count(String text, String part) {
    return (int) Pattern.compile(Pattern.quote(part)).matcher(text).results().count();
  }
}
