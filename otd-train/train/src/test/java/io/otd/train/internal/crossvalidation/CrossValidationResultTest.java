// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.crossvalidation;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.weight.RowWeights;
import io.otd.table.internal.split.Folds;
import io.otd.train.internal.result.JsonText;
import io.otd.train.internal.result.StoredRun;
import io.otd.train.internal.result.TestRows;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsJson;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CrossValidationResultTest {
  private static StoredRun run(double rmse, Optional<TestRows> test) {
    Map<String, Double> scores = new LinkedHashMap<>();
    scores.put("rmse", rmse);
    scores.put("mae", 1e-5);
    return new StoredRun(Path.of("f"), 80, 10, 700, scores, test, "00", Map.of());
  }

  private static TestRows rows() {
    double[] one = {1};
    int[] count = {1};
    return new TestRows(
        List.of("y"),
        20,
        count,
        RowWeights.equal(count.length),
        one,
        Map.of(),
        List.of(new TestRows.Output(one, one, one, count, count)));
  }

  private static String json(FoldOutcome... folds) {
    return JsonText.of(
        new CrossValidationResult(Path.of("d"), "t", Settings.STANDARD, List.of(folds), 12.5)
            .json());
  }

  private static String end() {
    return "\"seconds\":12.5,\"settings\":" + JsonText.of(SettingsJson.of(Settings.STANDARD)) + "}";
  }

  @Test
  void theResultOfAllFoldsIsThisText() {
    assertThat(
            json(
                FoldOutcome.completed(new Folds.Part(0, 0), "fold-0", run(1, Optional.of(rows()))),
                FoldOutcome.completed(new Folds.Part(0, 1), "fold-1", run(3, Optional.empty()))))
        .isEqualTo(
            """
            {"status":"completed","directory":"d","report":"d/report.html","folds":[\
            {"name":"fold-0","repeat":0,"fold":0,"status":"completed",\
            "rows":{"train":80,"validation":10,"test":1},"steps":700,\
            "test":{"rmse":1.0,"mae":1.0E-5},\
            "test_rows_sha256":"%s"},\
            {"name":"fold-1","repeat":0,"fold":1,"status":"completed",\
            "rows":{"train":80,"validation":10,"test":0},"steps":700,\
            "test":{"rmse":3.0,"mae":1.0E-5}}],\
            "mean":{"rmse":2.0,"mae":1.0E-5},"sd":{"rmse":1.4142135623730951,"mae":0.0},%s\
            """
                .formatted(
                    "bdcff0a80d5e7fab09887b0bad3090f1343a859a65cd10dd0f9d07048136d8d7", end()));
  }

  @Test
  void aFoldThatDivergedSaysWhyAndHasNoScores() {
    assertThat(json(FoldOutcome.diverged(new Folds.Part(1, 2), "repeat-1-fold-2", "not finite")))
        .isEqualTo(
            """
            {"status":"diverged","directory":"d","report":"d/report.html","folds":[\
            {"name":"repeat-1-fold-2","repeat":1,"fold":2,"status":"diverged",\
            "problem":"not finite"}],"mean":{},"sd":{},%s\
            """
                .formatted(end()));
  }
}
