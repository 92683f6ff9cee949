// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class DurableFilesTest {
  @TempDir Path directory;

  @Test
  void removes_only_abandoned_temporary_files() throws IOException {
    Path file = DurableFiles.temporarySibling(directory.resolve("metrics.csv"));
    Files.writeString(file, "half");
    Path folder = DurableFiles.temporarySibling(directory.resolve("checkpoint-"));
    Files.writeString(Files.createDirectory(folder).resolve("variables.index"), "half");
    Path[] kept = new Path[5];
    int n = 0;
    for (String name : new String[] {".lock", "a.tmp", ".hidden.tmp", "a.12.tmp", "metrics.csv"}) {
      kept[n++] = Files.writeString(directory.resolve(name), name);
    }

    DurableFiles.removeAbandoned(directory);

    assertThat(directory.toFile().listFiles())
        .extracting(java.io.File::toPath)
        .containsExactlyInAnyOrder(kept);
  }

  @Test
  void a_failed_replacement_keeps_the_old_content() throws IOException {
    Path file = Files.writeString(directory.resolve("f"), "old");
    assertThatThrownBy(
            () ->
                DurableFiles.replace(
                    file,
                    out -> {
                      out.write('n');
                      throw new IOException("no more");
                    }))
        .hasMessage("no more");
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).containsExactly(file);
    }
    assertThat(file).hasContent("old");
    DurableFiles.replace(file, out -> out.write('n'));
    assertThat(file).hasContent("n");
  }
}
