// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.provenance.Provenance;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.ScoreOptions;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.table.internal.fields.FieldPoints;
import io.otd.train.internal.page.HtmlReport;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.prediction.PredictionScoring;
import io.otd.train.internal.result.TestFields;
import io.otd.train.internal.result.TestResult;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Six test fields, every second of the file, each wrong everywhere by its own amount. */
class FieldReportTest {
  private static final int SIDE = 4;
  private static final int FIELDS = 6;
  private static final int DRAWS = 200;
  private static final double[] WRONG = {.1, -2, .3, .2, 1, -.5};

  private static final Pattern PICTURE = Pattern.compile("alt=\"Field, ([^\"]*)\"");

  private static double[][] grid() {
    return IntStream.range(0, SIDE * SIDE)
        .mapToObj(g -> new double[] {Math.floorDiv(g, SIDE) / 4.0, g % SIDE / 4.0})
        .toArray(double[][]::new);
  }

  private static double[][] line() {
    return IntStream.range(0, SIDE * SIDE)
        .mapToObj(g -> new double[] {g / 16.0})
        .toArray(double[][]::new);
  }

  private static RunReport report(List<String> coordinates, double[][] at) {
    double[][] parameters = new double[2 * FIELDS][];
    Arrays.setAll(parameters, m -> new double[] {m / 10.0});
    int rows = FIELDS * at.length;
    SplittableRandom random = new SplittableRandom(3);
    double[][] observed = new double[rows][1];
    double[] values = new double[DRAWS * rows];
    for (int i = 0; i < rows; i++) {
      observed[i][0] = Math.sin(i % at.length);
      for (int k = 0; k < DRAWS; k++) {
        values[k * rows + i] = observed[i][0] + WRONG[i / at.length] + .5 * random.nextGaussian();
      }
    }
    Draws draws = new Draws(DRAWS, rows, 1, values);
    PredictionScoring scoring =
        new PredictionScoring(
            List.of("u"), ScoreOptions.of(List.of(.5, .9)), ConformalCalibration.NONE);
    scoring.add(draws, observed, RowWeights.equal(observed.length));
    int[] numbers =
        IntStream.range(0, rows)
            .map(i -> 2 * (i / at.length) * at.length + i % at.length)
            .toArray();
    TestResult test =
        new TestResult(
            scoring.scores(),
            scoring.scores(),
            scoring.byRow(),
            scoring.byRow(),
            numbers,
            draws.rows(0, 20));
    Map<String, Double> metrics = new LinkedHashMap<>();
    scoring.scores().all().values().forEach((name, value) -> metrics.put("test." + name, value));
    return new RunReport(
        "fields",
        new TableSchema(
            List.of(NumericInput.plain("mu"), NumericInput.plain("x")),
            List.of(TargetColumn.plain("u"))),
        new SplitSizes(64, 16, rows, 0),
        Map.of(),
        Map.of(),
        test,
        Calibration.NONE,
        metrics,
        new Provenance(
            "2026-01-02T03:04:05Z", "0.1.0", "2.18.0", "17", "none", "abc", "deadbeef", Map.of()),
        Optional.empty(),
        Optional.of(new FieldPoints(List.of("mu"), coordinates, parameters, at)));
  }

  private static String html(RunReport report) {
    return new HtmlReport(report.page()).html();
  }

  @Test
  void best_median_and_worst_field_are_drawn_as_maps_of_truth_mean_error_and_spread() {
    String html = html(report(List.of("x", "y"), grid()));
    assertThat(html)
        .contains("Best field: field 1 of the file, mu = 0; energy score ")
        .contains("Median field: field 11 of the file, mu = 1; energy score ")
        .contains("Worst field: field 3 of the file, mu = 0.2; energy score ")
        .contains("Fields and points are numbered as in the file, from 1.")
        .containsPattern("data-v=\"field [0-9]+, point [0-9]+\nobserved: ");
    // The page itself is too long for AssertJ's own subsequences: they copy it at each letter.
    assertThat(PICTURE.matcher(html).results().map(found -> found.group(1)))
        .containsSubsequence(
            "truth", "predicted mean", "error of the mean", "spread (standard deviation)");
  }

  @Test
  void fields_over_a_line_are_drawn_as_lines() {
    String html = html(report(List.of("t"), line()));
    assertThat(html)
        .contains("A field, its truth and its prediction")
        .containsPattern(
            "data-v=\"t: 0.0625\\n90 % interval: [-0-9.]+ to [-0-9.]+\\npredicted mean");
  }

  @Test
  void fields_over_a_volume_have_their_scores_and_no_picture() {
    double[][] cube =
        IntStream.range(0, 16).mapToObj(g -> new double[] {g, g, g}).toArray(double[][]::new);
    assertThat(
            report(List.of("x", "y", "z"), cube).page().sections().stream()
                .map(Page.Section::title))
        .contains("Test fields", "Calibration over fields")
        .doesNotContain("Fields of u");
  }

  @Test
  void scores_are_counted_and_ordered_by_field() {
    String html = html(report(List.of("x", "y"), grid()));
    assertThat(html)
        .contains("6 test fields of 16 points, the worst first.")
        .contains("6 test fields of 16 points, 200 draws for each.")
        .doesNotContain("Worst rows");
    assertThat(html.substring(html.indexOf("<h2>Test fields")))
        .containsPattern(
            "(?s)<tbody>\\s*<tr>\\s*<td class=\"none\">3</td>\\s*<td class=\"words\">mu = 0.2</td>");
  }

  @Test
  void nothing_takes_the_points_of_a_field_for_independent() {
    RunReport report = report(List.of("x", "y"), grid());
    String html = html(report);
    assertThat(report.metrics()).containsKey("test.pit_ks_p");
    assertThat(html)
        .doesNotContain(
            "p-value", "pit_ks_p", "95 % range if calibrated", "Kolmogorov-Smirnov test")
        .contains("as many fields to the next.");
    TestFields fields =
        new TestFields(
            report.fields().orElseThrow(), report.test().rows(), report.test().numbers());
    double[] means = fields.means(report.test().rows().energyScore());
    // numpy: means.std(ddof=1) / sqrt(6)
    double mean = Arrays.stream(means).average().orElseThrow();
    double sd = Math.sqrt(Arrays.stream(means).map(m -> (m - mean) * (m - mean)).sum() / 5);
    assertThat(fields.metrics(report.metrics(), "test.").get("test.energy_score_error"))
        .isCloseTo(sd / Math.sqrt(6), within(1e-12))
        .isGreaterThan(2 * report.metrics().get("test.energy_score_error"));
  }

  @Test
  void the_verdict_judges_coverage_by_what_differs_between_fields() {
    assertThat(report(List.of("x", "y"), grid()).verdict().findings())
        .anyMatch(
            f ->
                f.sentence()
                    .matches(
                        "90 % intervals cover [0-9.]+ . [0-9.]+ % of the points of a field, on"
                            + " average over 6 fields\\."))
        .noneMatch(f -> f.sentence().contains("fifth") || f.sentence().contains("narrow"));
  }
}
