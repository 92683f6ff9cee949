// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.otd.core.CellTable;
import io.otd.core.CellTable.Cell;
import io.otd.core.internal.trained.TestModels;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.light.LightPredictor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code for MLflow reads the cells of data frames as the table of cells says. */
@Tag("long")
class MlflowCellsTest {
  /** Networks in float32 on a scale of about 1, in two engines; cells are further apart. */
  private static final double TOLERANCE = 1e-4;

  @TempDir Path folder;

  @Test
  void mlflow_reads_cells_as_the_predictors_of_the_jvm() throws Exception {
    Python python = Python.with(folder, "onnxruntime", "pandas");
    Path directory =
        SavedModelExporter.export(
                TestModels.of(CellTable.schema()),
                folder.resolve("cells"),
                ExportOptions.DEFAULT.withBank(8).withMlflow())
            .directory();
    Map<String, Object> cases = new LinkedHashMap<>();
    cases.put("row", CellTable.row());
    cases.put("cells", CellTable.all());
    Path file = folder.resolve("cases.json");
    Files.write(file, new JsonMapper().writeValueAsBytes(cases));
    JsonNode answers = python.result("mlflow_cells.py", directory.toString(), file.toString());
    List<String> problems = new ArrayList<>();
    try (LightPredictor light = LightPredictor.open(directory)) {
      for (int i = 0; i < CellTable.all().size(); i++) {
        Cell cell = CellTable.all().get(i);
        double expected =
            cell.refused()
                ? Double.NaN
                : light.predict(List.of(CellTable.row(cell.column(), cell.plain()))).get(0).mean(0);
        answers
            .get(i)
            .forEach(
                answer -> {
                  if (!fits(answer.get(1), expected)) {
                    problems.add(cell + ", " + answer + " (expected: " + expected + ")");
                  }
                });
      }
    }
    assertThat(problems).isEmpty();
  }

  private static boolean fits(JsonNode answer, double expected) {
    return Double.isNaN(expected)
        ? answer
            .asText()
            .matches("(?s)row 0, column '\\w+': .+ \\(expected: (a|an|no|false|yes|true) .+\\)")
        : answer.isNumber() && Math.abs(answer.doubleValue() - expected) < TOLERANCE;
  }
}
