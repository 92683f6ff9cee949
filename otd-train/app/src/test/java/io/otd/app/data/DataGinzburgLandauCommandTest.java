// SPDX-License-Identifier: Apache-2.0
package io.otd.app.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.app.OtdMain;
import io.otd.app.OtdRun;
import io.otd.app.command.Console;
import io.otd.app.command.Interruption;
import io.otd.core.internal.files.FileDigest;
import io.otd.table.internal.fields.FieldsFile;
import io.otd.table.internal.fields.ParametricFields;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataGinzburgLandauCommandTest {
  @TempDir Path folder;

  private List<String> words(Object... more) {
    return OtdRun.words(
        "data ginzburg-landau --grid 8 --cases 3 --cache", folder.resolve("cache"), more);
  }

  private OtdRun small(Object... more) {
    return OtdRun.line(words(more));
  }

  private List<Path> all() throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(Files::isRegularFile).sorted().toList();
    }
  }

  @Test
  void fields_are_computed_once_and_then_copied() throws IOException {
    Path out = folder.resolve("f.npz");
    OtdRun first = small("--out", out, "--json --jobs 2").ok();
    JsonNode answer = first.json();
    assertThat(answer.path("file").asText()).isEqualTo(out.toString());
    assertThat(answer.path("cached").asBoolean()).isFalse();
    assertThat(answer.path("sha256").asText()).isEqualTo(FileDigest.of(out).sha256());
    assertThat(answer.path("largest_r_eq").asDouble()).isBetween(1e-7, 1e-4);
    ParametricFields fields = FieldsFile.read(out);
    assertThat(fields.at().parameters()).isEqualTo(new double[][] {{0}, {.5}, {1}});
    assertThat(fields.points()).isEqualTo(64);

    Path kept = all().get(0);
    Files.setLastModifiedTime(kept, FileTime.fromMillis(0));
    OtdRun second = small();
    assertThat(second.out().strip()).isEqualTo(kept.toString());
    assertThat(second.err()).contains("3 fields on 8 x 8 cells", ", from the cache");
    assertThat(kept).hasSameBinaryContentAs(out);
    assertThat(Files.getLastModifiedTime(kept).toMillis()).isZero();

    assertThat(small("--again --json").json().path("cached").asBoolean()).isFalse();
    assertThat(Files.getLastModifiedTime(kept).toMillis()).isPositive();
    assertThat(kept).hasSameBinaryContentAs(out);
  }

  @Test
  void an_interrupted_call_leaves_nothing_behind() throws IOException {
    OtdRun run = OtdRun.interrupted(words("--out", folder.resolve("f.npz")));
    assertThat(run.code()).isEqualTo(130);
    assertThat(run.out()).contains("interrupted; nothing was written");
    assertThat(all()).isEmpty();
  }

  @Test
  void draws_a_progress_bar_on_a_terminal() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new PrintStream(new ByteArrayOutputStream()),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            () -> true,
            new Interruption());
    assertThat(OtdMain.run(console, words().toArray(String[]::new))).isZero();
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("fields solved", "3/3");
  }

  @ParameterizedTest
  @CsvSource({
    "--grid,1,--grid: 1 (expected: from 2 to 4096)",
    "--grid,5000,--grid: 5000 (expected: from 2 to 4096)",
    "--cases,1,--cases: 1 (expected: from 3 to 100000)",
    "--jobs,0,--jobs: 0 (expected: at least 1)",
    "--out,none/f.npz,--out: none/f.npz (expected: a file in a directory that exists"
  })
  void arguments_out_of_range_are_reported(String option, String value, String message)
      throws IOException {
    OtdRun run = OtdRun.line("data ginzburg-landau --cache", folder, option, value);
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).startsWith("otd: " + message);
    assertThat(all()).isEmpty();
  }
}
