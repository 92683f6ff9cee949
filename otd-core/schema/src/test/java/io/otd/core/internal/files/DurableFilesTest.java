// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
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

  @Test
  void a_link_stays_and_its_file_is_replaced() throws IOException {
    Path folder = Files.createDirectory(directory.resolve("elsewhere"));
    Path file = Files.writeString(folder.resolve("f"), "old");
    Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("elsewhere/f"));
    Path chain = Files.createSymbolicLink(directory.resolve("chain"), link);

    DurableFiles.replace(chain, out -> out.write('n'));

    assertThat(file).hasContent("n");
    assertThat(chain).isSymbolicLink();
    assertThat(link).isSymbolicLink();
  }

  @Test
  void a_link_to_nothing_creates_its_file() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("f"));

    DurableFiles.publish(Files.writeString(directory.resolve("written"), "n"), link);

    assertThat(link).isSymbolicLink();
    assertThat(directory.resolve("f")).isRegularFile().hasContent("n");
  }

  @Test
  void links_in_a_circle_are_an_error() throws IOException {
    Path link = directory.resolve("a");
    Files.createSymbolicLink(link, Files.createSymbolicLink(directory.resolve("b"), link));

    assertThatThrownBy(() -> DurableFiles.replace(link, out -> out.write('n')))
        .isInstanceOf(FileSystemLoopException.class);
  }

  /** Reached through a link in the test's folder: the device itself is not at risk. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void a_device_stays_and_a_full_one_is_an_error_that_names_it() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("full"), Path.of("/dev/full"));

    assertThatThrownBy(() -> DurableFiles.replace(link, out -> out.write('n')))
        .isInstanceOf(FileSystemException.class)
        .hasMessageStartingWith(link.toString());
    assertThat(DurableFiles.isStream(link)).isTrue();
    assertThat(directory.toFile().list()).containsExactly("full");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void a_pipe_stays_and_gets_the_bytes() throws Exception {
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Process reader = new ProcessBuilder("cat", pipe.toString()).start();

    DurableFiles.replace(pipe, out -> out.write('n'));

    assertThat(reader.getInputStream()).hasContent("n");
    assertThat(DurableFiles.isStream(pipe)).isTrue();
  }
}
