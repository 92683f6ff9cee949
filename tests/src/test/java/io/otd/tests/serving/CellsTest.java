// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.otd.core.CellTable;
import io.otd.core.CellTable.Cell;
import io.otd.core.internal.trained.TestModels;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.light.LightPredictor;
import io.otd.predict.Predictor;
import io.otd.serve.OtdPredictor;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cell means what the table of cells says to every predictor and to every call of the server: the
 * prediction is that of the plainest cell of the same meaning.
 */
class CellsTest {
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(JsonWriteFeature.WRITE_NAN_AS_STRINGS).build();

  /** Cells that JSON has; dates that are not texts are none. */
  private static final Set<String> IN_JSON = Set.of("text", "number", "truth", "nothing");

  @TempDir private static Path root;
  private static Path base;
  private static RestServer server;

  @BeforeAll
  static void export() throws IOException {
    base = root.resolve("cells");
    SavedModelExporter.export(
        TestModels.of(CellTable.schema()), base, ExportOptions.DEFAULT.withBank(8));
    server = new RestServer(Map.of("cells", base));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** A mean, or why there is none. */
  private interface Mean {
    double of(String column, Object cell) throws Exception;
  }

  private static void requireMeanings(List<Cell> cells, Mean mean) throws Exception {
    List<String> problems = new ArrayList<>();
    Map<String, String> meanings = new HashMap<>();
    for (Cell cell : cells) {
      String seen = seen(mean, cell.column(), cell.object());
      String expected = "refused";
      if (!cell.refused()) {
        String meaning = cell.column() + "=" + cell.plain();
        expected = meanings.get(meaning);
        if (expected == null) {
          expected = seen(mean, cell.column(), cell.plain());
          meanings.put(meaning, expected);
        }
      }
      if (!seen.startsWith(expected) || (!cell.refused() && expected.startsWith("refused"))) {
        problems.add("%s: %s (expected: %s)".formatted(cell, seen, expected));
      }
    }
    assertThat(problems).isEmpty();
  }

  private static String seen(Mean mean, String column, Object cell) throws Exception {
    try {
      double value = mean.of(column, cell);
      return Double.isNaN(value) ? "refused" : String.format(Locale.ROOT, "%.5f", value);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("column \"" + column + "\"");
      return "refused: " + e.getMessage();
    }
  }

  private static Mean of(Predictor predictor) {
    return (column, cell) -> predictor.predict(List.of(CellTable.row(column, cell))).get(0).mean(0);
  }

  @Test
  void the_predictors_of_the_jvm_read_cells_alike() throws Exception {
    try (OtdPredictor graph = OtdPredictor.open(base);
        LightPredictor light = LightPredictor.open(base)) {
      requireMeanings(CellTable.all(), of(graph));
      requireMeanings(CellTable.all(), of(light));
    }
  }

  @Test
  void the_server_reads_the_cells_of_distributions_alike() throws Exception {
    requireMeanings(
        CellTable.all().stream().filter(cell -> IN_JSON.contains(cell.as())).toList(),
        CellsTest::distribution);
  }

  private static double distribution(String column, Object cell) throws Exception {
    JsonNode reply = json(":distribution", Map.of("rows", List.of(CellTable.row(column, cell))));
    return reply.at("/predictions/0/y/mean").asDouble(Double.NaN);
  }

  /** Tensors are typed: numbers for columns of numbers, texts for all others. */
  private static List<Cell> tensorCells() {
    return CellTable.all().stream().filter(CellsTest::isInTensors).toList();
  }

  private static boolean isInTensors(Cell cell) {
    boolean numeric = isNumeric(cell.column());
    boolean typed = cell.as().equals("nothing") || cell.as().equals(numeric ? "number" : "text");
    // To the graph, a category that is missing in no training row is an unknown one.
    boolean unknown =
        cell.refused()
            && cell.column().equals("state")
            && String.valueOf(cell.object()).length() < 5;
    return typed && !unknown;
  }

  private static boolean isNumeric(String column) {
    return CellTable.schema().numeric().stream().anyMatch(input -> input.name().equals(column));
  }

  private static Map<String, Object> tensorRow(String column, Object cell) {
    Map<String, Object> row = CellTable.row(column, cell);
    boolean numeric = isNumeric(column);
    if (cell == null) {
      row.put(column, numeric ? (Object) Double.NaN : "");
    }
    return row;
  }

  @Test
  void tensors_by_name_mean_the_same_and_refused_cells_give_no_number() throws Exception {
    requireMeanings(
        tensorCells(),
        (column, cell) -> {
          Object body =
              Map.of("signature_name", "by_name", "instances", List.of(tensorRow(column, cell)));
          JsonNode row = json(":predict", body).at("/predictions/0/mean");
          return row.path(0).asDouble(Double.NaN);
        });
  }

  @Test
  void all_texts_in_one_tensor_mean_the_same() throws Exception {
    requireMeanings(
        tensorCells(),
        (column, cell) -> {
          List<Object> x = new ArrayList<>();
          List<Object> c = new ArrayList<>();
          tensorRow(column, cell)
              .values()
              .forEach(value -> (value instanceof Number ? x : c).add(value));
          Object body = Map.of("instances", List.of(Map.of("x", x, "c", c)));
          return json(":predict", body).at("/predictions/0/mean/0").asDouble(Double.NaN);
        });
  }

  @Test
  void the_open_inference_protocol_means_the_same() throws Exception {
    requireMeanings(
        tensorCells(),
        (column, cell) -> {
          List<Object> inputs = new ArrayList<>();
          tensorRow(column, cell)
              .forEach(
                  (name, value) ->
                      inputs.add(
                          Map.of(
                              "name",
                              name,
                              "shape",
                              List.of(1),
                              "datatype",
                              value instanceof Number ? "FP32" : "BYTES",
                              "data",
                              List.of(value))));
          Map<String, Object> body = new LinkedHashMap<>();
          body.put("inputs", inputs);
          body.put("parameters", Map.of("signature_name", "by_name"));
          body.put("outputs", List.of(Map.of("name", "mean")));
          HttpResponse<byte[]> reply =
              server.post("/v2/models/cells/infer", JSON.writeValueAsBytes(body), "*/*");
          String text = new String(reply.body(), StandardCharsets.UTF_8);
          assertThat(reply.statusCode()).as(text).isEqualTo(200);
          return JSON.readTree(text.replace("NaN", "null"))
              .at("/outputs/0/data/0")
              .asDouble(Double.NaN);
        });
  }

  /** Rows of a file that the page reads, and asks the server about. */
  private static final String ON_THE_PAGE =
      """
      (async () => {
        const table = await import('/page/table.js');
        const api = await import('/page/api.js');
        const { inputs } = await api.schema('cells');
        const answers = [];
        for (const text of %s) {
          try {
            const rows = table.modelRows(table.parse(text), inputs);
            const reply = await api.distribution('cells', undefined, { rows });
            answers.push(reply.predictions[0].y.mean);
          } catch (problem) {
            answers.push(problem.message);
          }
        }
        return JSON.stringify(answers);
      })()
      """;

  @Test
  @Tag("long")
  void the_page_reads_cells_of_a_csv_file_alike() throws Exception {
    Optional<Path> chromium = Browser.executable();
    assumeTrue(chromium.isPresent(), "no Chromium on the path");
    List<Cell> cells =
        CellTable.all().stream()
            .filter(cell -> Set.of("text", "nothing", "number").contains(cell.as()))
            // The page knows fewer notations than the command line.
            .filter(cell -> cell.file() == null)
            .toList();
    List<String> files = new ArrayList<>();
    for (Cell cell : cells) {
      files.add(csv(CellTable.row(cell.column(), cell.object())));
      files.add(csv(CellTable.row(cell.column(), cell.refused() ? null : cell.plain())));
    }
    JsonNode answers;
    try (Browser browser =
        new Browser(chromium.get(), root.resolve("profile"), server.address() + "/")) {
      browser.await("location.protocol === 'http:'"); // before, it is about:blank
      answers = JSON.readTree(browser.value(ON_THE_PAGE.formatted(JSON.writeValueAsString(files))));
    }
    List<String> problems = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      JsonNode seen = answers.get(2 * i);
      boolean fits =
          cells.get(i).refused()
              ? seen.asText().contains("column \"%s\"".formatted(cells.get(i).column()))
              : seen.isNumber()
                  && Math.abs(seen.asDouble() - answers.get(2 * i + 1).asDouble(Double.NaN)) < 1e-5;
      if (!fits) {
        problems.add(cells.get(i) + ": " + seen + " (expected: " + answers.get(2 * i + 1) + ")");
      }
    }
    assertThat(problems).isEmpty();
  }

  private static String csv(Map<String, Object> row) {
    String cells =
        row.values().stream()
            .map(cell -> cell == null ? "" : '"' + cell.toString() + '"')
            .collect(Collectors.joining(","));
    return String.join(",", row.keySet()) + "\n" + cells + "\n";
  }

  private static JsonNode json(String verb, Object body) throws Exception {
    HttpResponse<byte[]> reply =
        server.post("/v1/models/cells" + verb, JSON.writeValueAsBytes(body), "*/*");
    String text = new String(reply.body(), StandardCharsets.UTF_8);
    if (reply.statusCode() == 400) {
      throw new IllegalArgumentException(JSON.readTree(text).path("error").asText());
    }
    assertThat(reply.statusCode()).as(text).isEqualTo(200);
    return JSON.readTree(text.replace("NaN", "null"));
  }
}
