// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.table.ByteMutations;
import io.otd.table.Table;
import io.otd.table.internal.split.FoldsFile;
import io.otd.table.problem.InputException;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.TableReader;
import io.otd.train.internal.samples.SampleFile;
import io.otd.train.internal.samples.TruthFile;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import io.otd.train.settings.SettingsWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Randomly damaged files give a result or understandable problems; any other exception fails the
 * test. The time limit detects hangs.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MutatedFilesTest {
  private static final int FILES = 200;

  private static final String CSV =
      """
      id;age;"what, and where";score
      1;17;"a ""quoted"" word";2,5
      2;;plain;-1,25e3
      3;NA;"two
      lines";0,001
      4;44;ümlaut;4
      """;

  private static final String ARFF =
      """
      % a comment
      @RELATION r
      @ATTRIBUTE a NUMERIC
      @ATTRIBUTE 'the b' {x,'y z',"w"}
      @ATTRIBUTE c STRING
      @ATTRIBUTE d DATE "yyyy"
      @DATA
      1,x,'it\\'s',2001
      ?,'y z',plain,?
      -2.5e3,w,"q, q",2003
      """;

  private static final String SPARSE =
      """
      @relation r
      @attribute a real
      @attribute b {x,y}
      @attribute c integer
      @data
      {0 1,1 y}
      {}
      { 2 -7 , 0 ? }
      """;

  @TempDir Path folder;

  static Stream<Arguments> kinds() throws IOException {
    return Stream.of(
        kind("csv", utf8(CSV), MutatedFilesTest::table),
        kind("utf-16", CSV.getBytes(StandardCharsets.UTF_16), MutatedFilesTest::table),
        kind("gz", packed(utf8(CSV)), MutatedFilesTest::table),
        kind("arff", utf8(ARFF), MutatedFilesTest::table),
        kind("sparse arff", utf8(SPARSE), MutatedFilesTest::table),
        kind("folds", utf8("fold,fold_1\n0,1\n1,0\n2,2\n0,0\n1,1\n"), f -> FoldsFile.read(f, 2)),
        kind("npy", npy(), MutatedFilesTest::samples),
        kind(
            "yaml",
            utf8(SettingsWriter.commentedYaml(Settings.STANDARD)),
            file -> new SettingsReader().file(file).settings()));
  }

  private static Arguments kind(String name, byte[] good, Consumer<Path> reading) {
    return Arguments.of(name, good, reading);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] packed(byte[] bytes) throws IOException {
    ByteArrayOutputStream result = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(result)) {
      out.write(bytes);
    }
    return result.toByteArray();
  }

  /** As numpy.save writes float64 [3, 4]: six bytes and the version, the header to 128 bytes. */
  private static byte[] npy() {
    String header = "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }";
    ByteBuffer bytes = ByteBuffer.allocate(128 + 12 * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0}).putShort((short) 118);
    bytes.put(utf8(header + " ".repeat(117 - header.length()) + "\n"));
    for (int i = 0; i < 12; i++) {
      bytes.putDouble(i / 3.0);
    }
    return bytes.array();
  }

  /** Reads all draws, and the same file as observations. */
  private static void samples(Path file) {
    try (SampleFile samples = SampleFile.open(file, false)) {
      int rows = 0;
      for (int block = -1; block != 0; rows += block) {
        block = samples.next(2).length;
      }
      if (samples.targets() == 1) {
        assertThat(TruthFile.read(file, List.of()).values()).hasNumberOfRows(rows);
      }
    }
  }

  /** Reads a table and accesses each of its cells. */
  private static void table(Path file) {
    Table table = TableReader.read(file, ColumnSelection.all()).table();
    table.columns().forEach(c -> assertThat(c.summary().missing()).isEqualTo(c.missingCells()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kinds")
  void a_corrupted_file_yields_a_result_or_reported_problems(
      String name, byte[] good, Consumer<Path> reading) throws IOException {
    Path file = folder.resolve(name.equals("npy") ? "t.npy" : "t.csv");
    Files.write(file, good);
    reading.accept(file);
    int refused = 0;
    for (int seed = 0; seed < FILES; seed++) {
      Files.write(file, ByteMutations.of(good, seed));
      try {
        reading.accept(file);
      } catch (InputException e) {
        assertThat(e.problems())
            .as("seed %d", seed)
            .isNotEmpty()
            .allMatch(problem -> problem.length() < 4000)
            .noneMatch(problem -> problem.chars().anyMatch(Character::isISOControl));
        refused++;
      }
    }
    // Some damaged files cannot be distinguished from valid ones; many can.
    assertThat(refused).isBetween(FILES / 8, FILES);
  }
}
