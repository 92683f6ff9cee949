// SPDX-License-Identifier: Apache-2.0
package io.otd.sources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.otd.core.BriefJvm;
import io.otd.table.format.TableFormat;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.TableReader;
import io.otd.table.source.TableAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** DuckDB's native library is loaded only when needed, tested in a separate JVM. */
@Tag("jdk")
class NativeLibraryTest {
  private static final Path MAPS = Path.of("/proc/self/maps");

  @TempDir private Path folder;

  @BeforeEach
  void requireMaps() {
    assumeThat(MAPS).as("the system tells what a process has loaded").exists();
  }

  @Test
  void only_parquet_loads_the_native_library() throws Exception {
    Path csv = Files.writeString(folder.resolve("t.csv"), "y\n1\n");
    Path parquet = EngineFile.parquet(folder.resolve("t.parquet"), "select 1 as y");

    assertThat(loaded(csv.toString())).isEqualTo("false");
    assertThat(loaded("jdbc:postgresql://127.0.0.1:1/none?table=t")).isEqualTo("false");
    assertThat(loaded(parquet.toString())).isEqualTo("true");
  }

  private String loaded(String table) throws Exception {
    Path output = folder.resolve("output");
    int exit =
        new ProcessBuilder(BriefJvm.command(Reading.class, table))
            .redirectOutput(output.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start()
            .waitFor();
    assertThat(exit).isZero();
    return Files.readString(output).strip();
  }

  /** Reads a table and reports whether the library is loaded. */
  static final class Reading {
    private Reading() {}

    public static void main(String[] arguments) throws IOException {
      try {
        TableReader.read(TableAddress.of(arguments[0]), ColumnSelection.all(), TableFormat.AUTO);
      } catch (UncheckedIOException e) {
        assertThat(arguments[0]).as(e.toString()).startsWith("jdbc:");
      }
      List<String> maps = Files.readAllLines(MAPS);
      System.out.println(
          maps.stream().anyMatch(line -> line.contains("duckdb") && line.contains(".so")));
    }
  }
}
