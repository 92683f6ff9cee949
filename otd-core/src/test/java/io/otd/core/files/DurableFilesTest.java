package io.otd.core.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableFilesTest {
  @TempDir Path directory;

  @Test
  void removesOnlyWhatWasBegunUnderATemporaryName() throws IOException {
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
}
