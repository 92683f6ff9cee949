// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.table.TextColumn;
import io.otd.table.format.TableFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of other formats are named for what they are; pipes are read as files are. */
class ForeignFilesTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "425a6839314159265359,compressed by bzip2",
    "fd377a585a0000,compressed by xz",
    "28b52ffd00000000,compressed by Zstandard",
    "504b030414000000,save the sheet as CSV",
    "d0cf11e0a1b11ae100,an Excel spreadsheet",
    "4152524f57310000,an Arrow or Feather file",
    "53514c69746520666f726d6174203300,jdbc:sqlite:FILE?table=NAME",
    "89 48 44 46 0d 0a,an HDF5 file",
    "25 50 44 46 2d 31,a PDF file",
    "3c21444f43545950452068746d6c3e0a,a web page",
    "61 62 00 63 01 02 03 00,a binary file"
  })
  void a_file_of_another_format_is_named(String bytes, String what) throws IOException {
    Path file = folder.resolve("t.csv");
    Files.write(file, HexFormat.of().parseHex(bytes.replace(" ", "")));
    assertThat(Csv.problems(file)).singleElement().asString().contains("t.csv: ").contains(what);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-32LE", "UTF-32BE", "UTF-32"})
  void text_in_utf32_is_named(String charset) throws IOException {
    Path file = folder.resolve("t.csv");
    for (String mark : List.of("", "\ufeff")) {
      Files.write(file, (mark + "name,b\n\u00e9t\u00e9,1\n").getBytes(charset));
      assertThat(Csv.problems(file)).singleElement().asString().contains("t.csv: text in UTF-32");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"t.csv", "t.jsonl", "t.parquet", "t.arff"})
  void a_pointer_of_git_lfs_is_named(String name) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve(name),
            "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n");
    assertThat(Csv.problems(file)).singleElement().asString().contains("git lfs pull");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE"})
  void text_in_utf16_needs_no_byte_order_mark(String charset) throws IOException {
    Path file = folder.resolve("t.csv");
    Files.write(file, "name,b\n\u00e9t\u00e9,1\n".getBytes(charset));
    assertThat(((TextColumn) TableReader.read(file).table().column("name")).text(0))
        .isEqualTo("\u00e9t\u00e9");
  }

  /** A column whose texts come after numbers is read twice. */
  @Test
  void a_pipe_is_read_as_a_file() throws Exception {
    Path pipe = pipe("x,w\n1,2\n2,\"late\"\n3, \"blanks\"\n");

    DataFile file = TableReader.read(pipe);

    assertThat(file.name()).isEqualTo(pipe.toString());
    assertThat(file.table().place(1)).isEqualTo(pipe + ", line 3");
    assertThat(((TextColumn) file.table().column("w")).dictionary())
        .containsExactly("2", "late", "blanks");
  }

  @Test
  void a_pipe_is_read_block_by_block() throws Exception {
    Path pipe = pipe("x\n1\n2\n3\n");
    ColumnSelection.Typed selection = new ColumnSelection.Typed(List.of("x"), Map.of());

    try (TableBlocks blocks = TableReader.blocks(pipe, selection, TableFormat.AUTO, 2)) {
      assertThat(blocks.next().orElseThrow().numbers("x")).containsExactly(1, 2);
      assertThat(blocks.next().orElseThrow().numbers("x")).containsExactly(3);
      assertThat(blocks.next()).isEmpty();
    }
  }

  /** A named pipe, into which a text is written as soon as it is read. */
  private Path pipe(String text) throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Thread writer =
        new Thread(
            () -> {
              try (OutputStream out = Files.newOutputStream(pipe)) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    writer.setDaemon(true);
    writer.start();
    return pipe;
  }
}
