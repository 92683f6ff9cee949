// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.otd.core.CellTable;
import io.otd.core.CellTable.Cell;
import io.otd.core.internal.trained.TestModels;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.light.LightPredictor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line reads cells of files as the table of cells says. */
class CellsWayTest {
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir static Path folder;
  private static Path base;

  @BeforeAll
  static void export() throws IOException {
    base = folder.resolve("cells");
    SavedModelExporter.export(
        TestModels.of(CellTable.schema()), base, ExportOptions.DEFAULT.withBank(8));
  }

  private static String quoted(Object cell) {
    return cell == null ? "" : "\"" + cell.toString().replace("\"", "\"\"") + "\"";
  }

  private static JsonNode predicted(Object... data) throws IOException {
    OtdRun run = OtdRun.line("predict", base, data, "--bad-rows flag --json").ok();
    return run.json().path("predictions");
  }

  private static void requireMeanings(List<Cell> cells, JsonNode predictions) throws IOException {
    requireMeanings(cells, CellTable.row(), predictions);
  }

  /** Where the other cells of each row are these. */
  private static void requireMeanings(
      List<Cell> cells, Map<String, Object> others, JsonNode predictions) throws IOException {
    assertThat(predictions).hasSize(cells.size());
    List<String> problems = new ArrayList<>();
    try (LightPredictor light = LightPredictor.open(base)) {
      for (int i = 0; i < cells.size(); i++) {
        Cell cell = cells.get(i);
        JsonNode seen = predictions.get(i);
        if (!fits(cell, others, seen, light)) {
          problems.add(cell + ", " + cell.means() + ": " + seen);
        }
      }
    }
    assertThat(problems).isEmpty();
  }

  private static boolean fits(
      Cell cell, Map<String, Object> others, JsonNode seen, LightPredictor light) {
    String problem = seen.path("problem").asText("");
    if (isGap(cell)) {
      return problem.isEmpty();
    }
    if (cell.refused()) {
      return problem.contains("column \"" + cell.column() + "\"")
          && problem.contains("(expected: ");
    }
    double expected =
        light.predict(List.of(with(others, cell.column(), cell.plain()))).get(0).mean(0);
    // TensorFlow and plain Java; cells are further apart.
    return Math.abs(seen.path("mean").asDouble(Double.NaN) - expected) < 1e-4;
  }

  private static Map<String, Object> with(Map<String, Object> row, String column, Object cell) {
    Map<String, Object> changed = new LinkedHashMap<>(row);
    changed.put(column, cell);
    return changed;
  }

  /** Cells of the same type in each of several columns, which share a file. */
  private record Typed(List<List<Cell>> columns) {
    /** As few of them as can be, since each is predicted by itself. */
    static List<Typed> of(Collection<List<Cell>> groups) {
      List<Typed> files = new ArrayList<>();
      for (List<Cell> group : groups) {
        files.stream()
            .filter(file -> file.takes(group))
            .findFirst()
            .orElseGet(
                () -> {
                  files.add(new Typed(new ArrayList<>()));
                  return files.get(files.size() - 1);
                })
            .columns()
            .add(group);
      }
      return files;
    }

    /** What a column holds where the cell is one of another column. */
    private static Optional<Cell> usual(List<Cell> group) {
      boolean texts = group.stream().map(Cell::column).distinct().count() > 1;
      return texts
          ? Optional.empty()
          : group.stream()
              .filter(cell -> !cell.refused() && !cell.means().asText().equals("missing"))
              .findFirst();
    }

    private boolean takes(List<Cell> group) {
      String column = group.get(0).column();
      return usual(group).isPresent()
          && columns.stream()
              .allMatch(other -> usual(other).isPresent() && !other.get(0).column().equals(column));
    }

    List<Cell> cells() {
      return columns.stream().flatMap(List::stream).toList();
    }

    /** The row of the usual cells, in the form that the function gives. */
    Map<String, Object> row(Function<Cell, Object> form) {
      Map<String, Object> row = CellTable.row();
      if (columns.size() > 1) {
        columns.forEach(
            group -> usual(group).ifPresent(cell -> row.put(cell.column(), form.apply(cell))));
      }
      return row;
    }
  }

  /** The command line fills what is missing where nothing was in training, with a warning. */
  private static boolean isGap(Cell cell) {
    boolean blank = cell.object() == null || cell.object().toString().isBlank();
    return cell.refused()
        ? blank
        : cell.means().asText().equals("missing") && refusesMissing(cell.column());
  }

  private static boolean refusesMissing(String column) {
    return CellTable.all().stream()
        .anyMatch(c -> c.column().equals(column) && c.object() == null && c.refused());
  }

  @Test
  void texts_of_a_csv_file_mean_what_the_table_says() throws IOException {
    List<Cell> cells =
        CellTable.all().stream()
            .filter(cell -> Set.of("text", "nothing", "number").contains(cell.as()))
            .map(Cell::inTextFile)
            .toList();
    List<String> lines = new ArrayList<>();
    lines.add(String.join(",", CellTable.row().keySet()));
    for (Cell cell : cells) {
      lines.add(
          CellTable.row(cell.column(), cell.object()).values().stream()
              .map(CellsWayTest::quoted)
              .collect(Collectors.joining(",")));
    }
    Path file = Files.write(folder.resolve("cells.csv"), lines);
    requireMeanings(cells, predicted("--data", file));
  }

  /**
   * In a file a column has one type: its cells of another type are in another one. Texts of all
   * columns whose usual cell is a text share one.
   */
  @Test
  void json_lines_of_texts_numbers_and_truth_values_mean_what_the_table_says() throws IOException {
    Map<String, List<Cell>> groups =
        CellTable.all().stream()
            .filter(cell -> Set.of("text", "truth", "number").contains(cell.as()))
            // Some notations of text files are known here, too.
            .filter(cell -> cell.file() == null)
            .collect(
                Collectors.groupingBy(
                    CellsWayTest::typed, LinkedHashMap::new, Collectors.toList()));
    assertThat(groups).containsKeys("text", "number-text", "flag-truth", "code-numbertrue");
    for (Typed typed : Typed.of(groups.values())) {
      List<String> lines = new ArrayList<>();
      Map<String, Object> others = typed.row(Cell::object);
      for (Cell cell : typed.cells()) {
        lines.add(JSON.writeValueAsString(with(others, cell.column(), cell.object())));
      }
      Path file = Files.write(folder.resolve("cells.jsonl"), lines);
      requireMeanings(typed.cells(), typed.row(Cell::plain), predicted("--data", file));
    }
  }

  private static String typed(Cell cell) {
    boolean usual =
        cell.as().equals("text") && CellTable.row().get(cell.column()) instanceof String;
    return usual
        ? "text"
        : cell.column()
            + "-"
            + cell.as()
            + (cell.as().equals("number") ? cell.cell().isIntegralNumber() : "");
  }

  /** The cell as a value of an SQL type; empty for cells without such a type. */
  private static String selected(Cell cell) {
    String sql =
        switch (cell.as()) {
          case "date" -> "DATE '%s'";
          case "time" -> "TIMESTAMP '%s'";
          case "instant" -> "TIMESTAMPTZ '%s'";
          case "truth" -> "%s";
          default -> "";
        };
    boolean numbers = Set.of("number", "count").contains(cell.column());
    return numbers && cell.refused() ? "" : sql.formatted(cell.cell().asText());
  }

  /** In a query, too, a column has one type. */
  @Test
  void typed_cells_of_a_query_mean_what_the_table_says() throws IOException {
    Path file = folder.resolve("row.jsonl");
    Files.writeString(file, JSON.writeValueAsString(CellTable.row()));
    Map<String, List<Cell>> groups =
        CellTable.all().stream()
            .filter(cell -> !selected(cell).isEmpty())
            .collect(
                Collectors.groupingBy(
                    cell -> cell.column() + "-" + cell.as(),
                    LinkedHashMap::new,
                    Collectors.toList()));
    for (Typed typed : Typed.of(groups.values())) {
      Set<String> columns = typed.cells().stream().map(Cell::column).collect(Collectors.toSet());
      Map<String, Object> others = typed.row(CellsWayTest::selected);
      List<String> rows = new ArrayList<>();
      for (Cell cell : typed.cells()) {
        Map<String, Object> row = with(others, cell.column(), selected(cell));
        rows.add(
            columns.stream()
                .map(column -> row.get(column) + " as \"" + column + "\"")
                .collect(Collectors.joining(", ", "select * replace (", ") from data")));
      }
      String query = String.join(" union all ", rows);
      requireMeanings(
          typed.cells(),
          typed.row(Cell::plain),
          predicted("--data", file, "--query", List.of(query)));
    }
  }
}
