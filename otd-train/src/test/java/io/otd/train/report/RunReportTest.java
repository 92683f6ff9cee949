package io.otd.train.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.metrics.Draws;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.core.trained.Provenance;
import io.otd.core.trained.TrainingSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunReportTest {
  private static final int ROWS = 120;
  private static final int DRAWS = 100;

  @TempDir Path directory;

  @Test
  void thePageHasTheNumbersSettingsAndPicturesItWasGiven() throws IOException {
    Path file = directory.resolve("run/report.html");
    report(1, "strength <MPa>").write(file);
    String html = Files.readString(file);
    assertThat(html).contains("test.rmse", "4.312", "test.mace", "0.0490");
    assertThat(html).contains("mace are shares of 1").doesNotContain("In the target's units.");
    assertThat(html).contains("learning rate", "0.001", "deadbeef", "strength &lt;MPa&gt;");
    assertThat(html).doesNotContain("strength <MPa>");
    assertThat(count(html, "<img ")).isEqualTo(7);
    assertThat(count(html, "src=\"data:image/png;base64,iVBOR")).isEqualTo(7);
    assertThat(directory.resolve("run")).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void thePageRefersToNothingOutside() {
    String html = new HtmlReport(report(1, "strength").page()).html();
    String withoutPictures = html.replaceAll("data:image/png;base64,[A-Za-z0-9+/=]+", "");
    assertThat(withoutPictures).doesNotContain("http", "//", "<script", "<link", "url(", "@import");
    assertThat(count(withoutPictures, "src=\"")).isEqualTo(count(withoutPictures, "src=\"\""));
  }

  @Test
  void everyOutputHasItsOwnPictures() {
    Page page = report(2, "a").page();
    assertThat(page.sections().stream().map(Page.Section::title))
        .contains("Predictive distributions of a", "Predictive distributions of second");
  }

  @Test
  void predictionsOfOtherRowsAreRefused() {
    RunReport good = report(1, "a");
    assertThatThrownBy(
            () ->
                new RunReport(
                    "t",
                    good.schema(),
                    good.sizes(),
                    good.settings(),
                    good.histories(),
                    good.draws(),
                    new double[3][1],
                    good.metrics(),
                    good.provenance()))
        .hasMessage("draws of 120 rows and 1 outputs (expected: 3 rows, 1 outputs)");
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
            Stream.of(target, "second").limit(outputs).map(TargetColumn::plain).toList()),
        new SplitSizes(700, 124, ROWS),
        Map.of("learning rate", "0.001", "epochs", "2000"),
        List.of(history),
        new Draws(DRAWS, ROWS, outputs, values),
        observed,
        metrics,
        new Provenance(
            "2026-01-02T03:04:05Z", "0.1.0", "2.18.0", "17", "none", "abc", "deadbeef", Map.of()));
  }

  private static int count(String text, String part) {
    return (int) Pattern.compile(Pattern.quote(part)).matcher(text).results().count();
  }
}
