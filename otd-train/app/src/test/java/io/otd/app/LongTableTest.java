// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Prediction of a table of three blocks; a block has 16384 rows with the few draws of this test.
 */
@Tag("long")
class LongTableTest {
  private static final int COPIES = 90;

  @TempDir static Path folder;
  private static Path model;
  private static List<String> once;
  private static List<String> rows;

  @BeforeAll
  static void train() throws IOException {
    List<String> table = ParcelTable.csv().lines().toList();
    once = table.subList(1, table.size());
    rows = Collections.nCopies(COPIES, once).stream().flatMap(List::stream).toList();
    Path data = Files.write(folder.resolve("parcels.csv"), table);
    model = folder.resolve("model");
    ParcelTable.train(
            data,
            model,
            "--set model.hidden=16,16 --set model.members=1 --set masks.velocity=8",
            "--set masks.steps=1 --set training.steps=20")
        .ok();
  }

  private static Path csv(String name, List<String> rows) throws IOException {
    List<String> lines = new ArrayList<>(List.of("distance_km,weight_kg,traffic,minutes"));
    lines.addAll(rows);
    return Files.write(folder.resolve(name), lines);
  }

  private static List<String> words(Path data, Object... more) {
    return OtdRun.words("predict", model, "--data", data, "--draws 16 --samples 2", more);
  }

  @Test
  void each_block_is_predicted_like_a_separate_table() throws IOException {
    Path out = folder.resolve("all.csv");
    OtdRun run = OtdRun.line(words(csv("long.csv", rows), "--out", out)).ok();
    assertThat(run.out()).contains("36,000 rows, 16 draws each");
    List<String> all = Files.readAllLines(out);
    List<String> expected = OtdRun.line(words(csv("once.csv", once))).out().lines().toList();
    assertThat(all).hasSize(1 + rows.size()).startsWith(expected.get(0));
    int outside = List.of(all.get(0).split(",", -1)).indexOf("outside");
    for (int i = 0; i < rows.size(); i++) {
      String[] cells = all.get(1 + i).split(",", -1);
      String[] alone = expected.get(1 + i % once.size()).split(",", -1);
      // The columns beyond the training range, by name.
      assertThat(cells[outside]).isEqualTo(alone[outside]);
      // All rows share the masks. The rounding of compiled products depends on the place of a row.
      assertThat(numbers(cells, outside))
          .as("row %d", i + 1)
          .containsExactly(numbers(alone, outside), within(1e-2));
    }
  }

  private static double[] numbers(String[] cells, int without) {
    return IntStream.range(0, cells.length)
        .filter(i -> i != without)
        .mapToDouble(i -> Double.parseDouble(cells[i]))
        .toArray();
  }

  @Test
  void csv_to_a_file_and_gzipped_arff_to_standard_output_give_the_same_bytes() throws IOException {
    Path out = folder.resolve("from-csv.csv");
    OtdRun.line(words(csv("same.csv", rows), "--out", out)).ok();
    Path arff = folder.resolve("same.arff.gz");
    try (OutputStream stream = new GZIPOutputStream(Files.newOutputStream(arff))) {
      String head = "@relation r\n";
      for (String name : List.of("distance_km", "weight_kg", "traffic", "minutes")) {
        head += "@attribute " + name + " real\n";
      }
      stream.write((head + "@data\n").getBytes(StandardCharsets.UTF_8));
      stream.write(String.join("\n", rows).getBytes(StandardCharsets.UTF_8));
    }
    OtdRun run = OtdRun.line(words(arff)).ok();
    assertThat(run.out()).isEqualTo(Files.readString(out));
  }

  @Test
  void a_bad_cell_in_the_third_block_is_reported_and_no_file_is_left() throws IOException {
    List<String> bad = new ArrayList<>(rows);
    bad.set(33_000, "1,jam,2,3");
    bad.set(34_000, "1,2,-inf,3");
    bad.set(34_001, "1,,-inf,3");
    Path data = csv("bad.csv", bad);
    Path out = folder.resolve("bad-out.csv");
    OtdRun run = OtdRun.line(words(data, "--out", out));
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .contains(data + ", line 33002, column \"weight_kg\": \"jam\" (expected: a number)\n")
        .contains(
            "line 34002, column \"traffic\": \"-inf\" (expected: a finite number); and 1 more");
    assertThat(out).doesNotExist();
    assertNoTemporaryFile();
  }

  @Test
  void missing_cells_of_several_blocks_are_counted_in_one_warning() throws IOException {
    List<String> gaps = new ArrayList<>(rows);
    gaps.set(0, "1,,2,3");
    gaps.set(33_000, "1,,2,3");
    Path out = folder.resolve("missing-out.csv");
    OtdRun run = OtdRun.line(words(csv("missing.csv", gaps), "--out", out)).ok();
    assertThat(run.err()).contains("of %d rows: \"weight_kg\" 2 (as ".formatted(gaps.size()));
    assertNoTemporaryFile();
  }

  @Test
  void an_interrupted_run_writes_nothing() throws IOException {
    Path out = folder.resolve("stopped.csv");
    OtdRun run = OtdRun.interrupted(words(csv("stopped-in.csv", rows), "--out", out));
    assertThat(run.code()).isEqualTo(130);
    assertThat(run.err()).contains("interrupted; " + out);
    assertThat(out).doesNotExist();
    assertNoTemporaryFile();
  }

  private static void assertNoTemporaryFile() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(f -> f.getFileName().toString())).noneMatch(f -> f.endsWith(".tmp"));
    }
  }
}
