// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.internal.page.HtmlReport;
import io.otd.train.internal.result.JsonText;
import io.otd.train.internal.tuning.TrialResult.Status;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsJson;
import io.otd.train.settings.SettingsReader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TuningResultTest {
  private static final Search SEARCH =
      new Search(
          Settings.STANDARD,
          new SearchSpace(Map.of("masks.p", Distribution.uniform(.3, .95))),
          new Halving(2, 2, 60, 6));

  private static TrialResult trial(int number, Status status, double... validations) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("training.learning_rate", "0.0010");
    values.put("model.members", "null");
    values.put("model.hidden", "[4, 8]");
    List<TrainingSnapshot.Point> history =
        IntStream.range(0, validations.length)
            .mapToObj(i -> new TrainingSnapshot.Point(30L * (i + 1), 1, 1, 0, validations[i]))
            .toList();
    return new TrialResult(
        new Trial(number, values, Settings.STANDARD), status, validations.length - 1, history);
  }

  private static String json(TrialResult... results) {
    return JsonText.of(new TuningResult(Path.of("d"), "t", SEARCH, List.of(results), 12.5).json());
  }

  private static String end() {
    return "\"seconds\":12.5,\"settings\":" + JsonText.of(SettingsJson.of(Settings.STANDARD)) + "}";
  }

  @Test
  void theResultOfASearchIsThisText() {
    String best =
        """
        {"trial":0,"status":"paused","rung":1,"steps":30,"best_step":30,"validation_score":1.0E-5,"validation_sd":0.0,\
        "values":{"training.learning_rate":0.001,"model.members":null,"model.hidden":[4,8]}}\
        """;
    String other =
        """
        {"trial":1,"status":"stopped_early","rung":2,"steps":60,"best_step":30,\
        "validation_score":0.25,"validation_sd":0.0,\
        "values":{"training.learning_rate":0.001,"model.members":null,"model.hidden":[4,8]}}\
        """;
    assertThat(json(trial(0, Status.PAUSED, 1e-5), trial(1, Status.STOPPED_EARLY, .25, .25)))
        .isEqualTo(
            """
            {"status":"completed","directory":"d","report":"d/report.html","best":%s,\
            "best_settings":"d/best.yaml",\
            "rungs":[{"trials":2,"steps":30},{"trials":1,"steps":60}],"trials":[%s,%s],%s\
            """
                .formatted(other, best, other, end()));
  }

  @Test
  void aSearchWhoseTrialsAllDivergedNamesNoBest() {
    assertThat(json(trial(0, Status.DIVERGED), trial(1, Status.DIVERGED, Double.NaN)))
        .isEqualTo(
            """
            {"status":"diverged","directory":"d","report":"d/report.html",\
            "rungs":[{"trials":2,"steps":30},{"trials":1,"steps":60}],\
            "trials":[{"trial":0,"status":"diverged","rung":0,"steps":0,"best_step":-1,\
            "validation_score":null,"validation_sd":null,\
            "values":{"training.learning_rate":0.001,"model.members":null,"model.hidden":[4,8]}},\
            {"trial":1,"status":"diverged","rung":1,"steps":30,"best_step":-1,\
            "validation_score":null,"validation_sd":null,\
            "values":{"training.learning_rate":0.001,"model.members":null,"model.hidden":[4,8]}}],\
            %s\
            """
                .formatted(end()));
  }

  @Test
  void aSettingWithoutEffectIsInBracketsAndNotAmongTheChanges() {
    Settings settings =
        new SettingsReader()
            .text("masks: {steps: 0, velocity: [16], p: 0.7}", "best.yaml")
            .settings();
    Map<String, Distribution> laws = new LinkedHashMap<>();
    laws.put("masks.p", Distribution.uniform(.3, .95));
    laws.put("masks.velocity", new Distribution.Layers(List.of(1, 2), List.of(16, 32)));
    Search search = new Search(Settings.STANDARD, new SearchSpace(laws), SEARCH.halving());
    TrialResult best =
        new TrialResult(
            new Trial(1, Map.of(), settings),
            Status.STOPPED_EARLY,
            1,
            List.of(
                new TrainingSnapshot.Point(30, 1, 1, 0, .2),
                new TrainingSnapshot.Point(60, 1, 1, 0, .2)));
    List<TrialResult> results = List.of(trial(0, Status.PAUSED, .4), best);
    TuningReport report =
        new TuningReport(new TuningResult(Path.of("d"), "t", search, results, 12.5));
    String page = new HtmlReport(report.page()).html().replace("\n", "");
    assertThat(page.substring(page.lastIndexOf("Best settings"), page.lastIndexOf("Trials")))
        .contains("<td class=\"strong\">0.7</td>", "<td class=\"none\">([16])</td>");
  }

  private static String page(TrialResult... results) {
    TuningResult result = new TuningResult(Path.of("d"), "t", SEARCH, List.of(results), 12.5);
    return new HtmlReport(new TuningReport(result).page()).html();
  }

  @Test
  void theReportBeginsWithWhetherTheSearchHasFoundBetterSettings() {
    TrialResult start = trial(0, Status.PAUSED, 0.4);
    assertThat(page(start, trial(1, Status.STOPPED_EARLY, 0.2, 0.2)))
        .containsSubsequence(
            "Verdict",
            "good",
            "Trial 1 is the best (validation score 0.2; the given settings: 0.4 after 30 steps)");
    assertThat(page(start, trial(1, Status.STOPPED_EARLY, 0.42, 0.1)))
        .contains("Trial 1 is the best, but not clearly better than the given settings");
    assertThat(page(start, trial(1, Status.STOPPED_EARLY, 0.45, 0.45)))
        .contains("Trial 1 is the best, but not clearly better than the given settings");
    assertThat(page(trial(0, Status.STOPPED_EARLY, 0.4, 0.4), trial(1, Status.PAUSED, 0.5)))
        .contains("No trial is better than the given settings (validation score 0.4).");
    assertThat(page(trial(0, Status.DIVERGED, Double.NaN), trial(1, Status.DIVERGED, Double.NaN)))
        .contains("All trials diverged, so none has a score");
  }
}
