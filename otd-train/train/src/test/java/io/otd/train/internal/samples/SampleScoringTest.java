// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.PredictiveScores;
import io.otd.core.metrics.evaluation.ScoreOptions;
import io.otd.table.problem.InputException;
import io.otd.train.internal.result.PredictionScores;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleScoringTest {
  private static final int ROWS = 7;
  private static final int DRAWS = 5;
  private static final List<Double> LEVELS = List.of(.5, .9);

  @TempDir Path folder;

  /** {@code [n][d * K]} as the file's rows, targets one after another. */
  private final double[][] samples = new double[ROWS][2 * DRAWS];

  private final double[][] truth = new double[ROWS][2];

  SampleScoringTest() {
    Random random = new Random(3);
    for (int i = 0; i < ROWS; i++) {
      Arrays.setAll(samples[i], k -> random.nextInt(4096) / 512.0);
      Arrays.setAll(truth[i], k -> random.nextInt(4096) / 512.0);
    }
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  /** One target of the samples as CSV. */
  private String csv(String header) {
    StringBuilder text = new StringBuilder(header);
    for (double[] row : samples) {
      for (int k = 0; k < DRAWS; k++) {
        text.append(k == 0 ? "" : ",").append(row[k]);
      }
      text.append('\n');
    }
    return text.toString();
  }

  private String truthCsv() {
    StringBuilder text = new StringBuilder("a,b\n");
    for (double[] row : truth) {
      text.append(row[0]).append(',').append(row[1]).append('\n');
    }
    return text.toString();
  }

  /** A file as numpy.save writes it: header of format 1.0, padded to 64 bytes. */
  private Path npy(String name, String type, String shape, double... values) throws IOException {
    String header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }".formatted(type, shape);
    int padded = (10 + header.length() + 1 + 63) / 64 * 64 - 10;
    boolean wide = type.endsWith("8");
    ByteBuffer bytes =
        ByteBuffer.allocate(10 + padded + values.length * (wide ? 8 : 4))
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0}).putShort((short) padded);
    bytes.put(
        (header + " ".repeat(padded - header.length() - 1) + "\n")
            .getBytes(StandardCharsets.US_ASCII));
    bytes.order(type.startsWith(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      if (wide) {
        bytes.putDouble(value);
      } else {
        bytes.putFloat((float) value);
      }
    }
    return Files.write(folder.resolve(name), bytes.array());
  }

  private PredictionScores score(Path file, TruthFile observed) {
    try (SampleFile open = SampleFile.open(file, false)) {
      return new SampleScoring(open, file).score(observed, ScoreOptions.of(LEVELS));
    }
  }

  private PredictiveScores expected(int targets) {
    Draws draws = SampleFile.draws(cut(samples, targets * DRAWS), DRAWS, targets);
    return PredictiveScores.of(draws, cut(truth, targets), ScoreOptions.of(LEVELS));
  }

  private static double[][] cut(double[][] rows, int width) {
    return Arrays.stream(rows).map(r -> Arrays.copyOf(r, width)).toArray(double[][]::new);
  }

  @ParameterizedTest
  @CsvSource({"''", "'d1,d2,d3,d4,d5\n'", "'sample_1,sample_2,sample_3,sample_4,sample_5\n'"})
  void scores_csv_draws_with_or_without_a_header(String header) throws IOException {
    TruthFile observed = TruthFile.read(write("y.csv", truthCsv()), List.of("a"));
    assertThat(score(write("s.csv", csv(header)), observed).all()).isEqualTo(expected(1));
  }

  @ParameterizedTest
  @CsvSource({"<f8", ">f8", "<f4", ">f4"})
  void scores_draws_in_numpy_format(String type) throws IOException {
    double[] values = Arrays.stream(cut(samples, DRAWS)).flatMapToDouble(Arrays::stream).toArray();
    double[] y = Arrays.stream(truth).mapToDouble(row -> row[0]).toArray();
    Path file = npy("s.npy", type, "(7, 5)", values);
    TruthFile observed = TruthFile.read(npy("y.npy", type, "(7,)", y), List.of());
    assertThat(score(file, observed).all()).isEqualTo(expected(1));
  }

  @Test
  void several_targets_are_the_last_axis_or_named_columns() throws IOException {
    double[] values = new double[ROWS * DRAWS * 2];
    StringBuilder text = new StringBuilder("mean");
    for (String target : List.of("a", "b")) {
      for (int k = 1; k <= DRAWS; k++) {
        text.append(',').append(target).append(":sample_").append(k);
      }
    }
    text.append('\n');
    for (int i = 0; i < ROWS; i++) {
      text.append("0");
      for (int j = 0; j < 2; j++) {
        for (int k = 0; k < DRAWS; k++) {
          values[(i * DRAWS + k) * 2 + j] = samples[i][j * DRAWS + k];
          text.append(',').append(samples[i][j * DRAWS + k]);
        }
      }
      text.append('\n');
    }
    TruthFile observed = TruthFile.read(write("y.csv", truthCsv()), List.of("a", "b"));
    PredictionScores fromArray = score(npy("s.npy", "<f8", "(7, 5, 2)", values), observed);
    PredictionScores fromText = score(write("s.csv", text.toString()), observed);
    assertThat(fromArray.all()).isEqualTo(expected(2));
    assertThat(fromText).isEqualTo(fromArray);
    assertThat(fromArray.targets()).containsOnlyKeys("a", "b");
    assertThat(fromArray.targets().get("a").values()).isEqualTo(expected(1).values());
  }

  @Test
  void quantiles_are_recognized_by_their_header_or_on_request() throws IOException {
    String rows = "1,2,3\n2,4,5\n";
    TruthFile observed = TruthFile.read(write("y.csv", "y\n2.5\n1\n"), List.of());
    Path named = write("q.csv", "q0.1,q0.5,q0.9\n" + rows);
    PredictionScores scores = score(named, observed);
    // Median 2 and 4, observed 2.5 and 1: (0.5 + 3) / 2; intervals [1, 3] and [2, 5]; the second
    // misses by 1: widths 2 and 3, and 2 / 0.2 for the miss.
    assertThat(scores.all().get("mae_median")).isCloseTo(1.75, within(1e-15));
    assertThat(scores.all().get("picp_0.8")).isEqualTo(.5);
    assertThat(scores.all().get("winkler_0.8")).isCloseTo((2 + 3 + 10) / 2.0, within(1e-12));
    Path bare = write("l.csv", "0.1,0.5,0.9\n" + rows);
    try (SampleFile open = SampleFile.open(bare, true)) {
      assertThat(new SampleScoring(open, bare).score(observed, ScoreOptions.of(LEVELS)))
          .isEqualTo(scores);
    }
  }

  @Test
  void the_bandwidth_from_other_draws_gives_a_likelihood_in_target_units() throws IOException {
    Path file = write("s.csv", csv(""));
    TruthFile observed = TruthFile.read(write("y.csv", truthCsv()), List.of("a"));
    try (SampleFile validation = SampleFile.open(file, false);
        SampleFile open = SampleFile.open(file, false)) {
      PredictionScores scores =
          new SampleScoring(open, file)
              .score(
                  observed,
                  ScoreOptions.of(LEVELS)
                      .withDensity(
                          Optional.of(new SampleScoring(validation, file).density(observed))));
      // The range is 8: a flat density has -log(1/8) = 2.08; with five draws it is a little worse.
      assertThat(scores.all().get("nll_kde")).isBetween(1.5, 3.5);
    }
  }

  @Test
  void mismatched_shapes_are_reported() throws IOException {
    TruthFile observed = TruthFile.read(write("y.csv", truthCsv()), List.of("a"));
    double[] values = new double[35];
    assertThatThrownBy(() -> score(npy("s.npy", "<f8", "(5, 7)", values), observed))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("[5, 7], 5 rows")
        .hasMessageContaining("y.csv: 7 rows (expected: as many; rows first, then draws)");
    assertThatThrownBy(() -> score(npy("s.npy", "<f8", "(35,)", values), observed))
        .hasMessageEndingWith(
            "shape [35] (expected: rows, draws [n, K], or rows, draws, targets [n, K, d])");
    assertThatThrownBy(() -> score(npy("s.npy", "<f8", "(7, 5, 1)", values), two()))
        .hasMessageContaining("[7, 5, 1], 1 targets")
        .hasMessageContaining("2 targets [a, b] (expected: as many)");
    assertThatThrownBy(() -> score(write("s.csv", "1,2\n3,4\n"), observed))
        .hasMessageContaining("[n, 2], 2 rows");
  }

  private TruthFile two() throws IOException {
    return TruthFile.read(write("y2.csv", truthCsv()), List.of("a", "b"));
  }

  /** Only the header declares this size; no memory is allocated for it. */
  @Test
  void impossible_array_sizes_are_reported_before_reading() throws IOException {
    TruthFile observed = TruthFile.read(write("y.csv", truthCsv()), List.of("a"));
    assertThatThrownBy(() -> score(npy("s.npy", "<f4", "(1, 65536, 65536)"), observed))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith(
            "shape [1, 65536, 65536] (expected: at most 268435455 values of each row)");
    for (String shape : List.of("(2147483647, 1)", "(2147483647, 268435455)", "(1, 268435455)")) {
      Path file = npy("s.npy", "<f8", shape, 1, 2);
      assertThatThrownBy(() -> score(file, observed))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("cut short");
      assertThatThrownBy(() -> TruthFile.read(file, List.of()))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("cut short");
    }
    assertThatThrownBy(() -> score(npy("s.npy", "<f8", "(1, 2147483647)", 1), observed))
        .hasMessageContaining("values of each row");
    assertThatThrownBy(() -> score(npy("s.npy", "<f8", "(1,\n2147483648)", 1), observed))
        .hasMessageEndingWith("shape \"1,\uFFFD2147483648\" (expected: axes below 2^31)");
  }

  @Test
  void broken_files_are_reported() throws IOException {
    TruthFile observed = TruthFile.read(write("y.csv", truthCsv()), List.of("a"));
    assertThatThrownBy(() -> score(npy("s.npy", "<c8", "(7, 5)"), observed))
        .hasMessageEndingWith("values of type <c8 (expected: numbers, such as float64, <f8)");
    assertThatThrownBy(() -> score(npy("s.npy", "<f8", "(7, 5)", 1, 2), observed))
        .hasMessageContaining("cut short (expected: [7, 5] values)");
    assertThatThrownBy(() -> score(npy("s.npy", "<f4", "(1, 2)", 1, Double.NaN), observed))
        .hasMessageContaining("s.npy, draw 2: NaN (expected: a finite number)");
    assertThatThrownBy(() -> score(write("t.npy", "hello, this is text"), observed))
        .hasMessageEndingWith("not NumPy's format (expected: a file of numpy.save)");
    assertThatThrownBy(() -> score(write("s.csv", "1,2\n3,x\n"), observed))
        .hasMessageEndingWith("line 2, column 2: \"x\" (expected: a finite number)");
    assertThatThrownBy(() -> score(write("s.csv", "1,2\n3\n"), observed))
        .hasMessageEndingWith("line 2: 1 value (expected: 2, as in the first row)");
    assertThatThrownBy(() -> SampleFile.open(write("l.csv", "0.5,0.1\n1,2\n"), true))
        .hasMessageEndingWith("[0.5, 0.1] (expected: inside (0, 1), ascending)");
    assertThatThrownBy(() -> SampleFile.open(folder.resolve("none.npy"), false))
        .hasMessageEndingWith("no such file (expected: a readable .npy file)");
    assertThatThrownBy(() -> TruthFile.read(write("y3.csv", truthCsv()), List.of()))
        .hasMessageEndingWith("columns [a, b] (expected: one column, or --target NAME)");
  }
}
