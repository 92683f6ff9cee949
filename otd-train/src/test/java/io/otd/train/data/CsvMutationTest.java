package io.otd.train.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.train.Mutations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvMutationTest {
  private static final int FILES = 500;

  @TempDir Path folder;

  /** Anything but a table or an InputException fails the test by itself. */
  @Test
  void a_broken_file_gives_a_table_or_told_problems_and_nothing_else() throws IOException {
    Path file = folder.resolve("t.csv");
    int refused = 0;
    for (int seed = 0; seed < FILES; seed++) {
      Files.writeString(
          file, Mutations.of("a,b,\"c,d\"\n1,2.5,3\n4,-5e1,6\n7,8,9\n10,11,12\n", seed));
      refused += Csv.problems(file).isEmpty() ? 0 : 1;
    }
    assertThat(refused).isBetween(FILES / 4, FILES - 1);
  }

  @Test
  void a_broken_gzip_file_gives_told_problems() throws IOException {
    Path file = folder.resolve("t.csv.gz");
    for (int seed = 0; seed < 100; seed++) {
      byte[] noise = new byte[40];
      new java.util.SplittableRandom(seed).nextBytes(noise);
      noise[0] = 0x1f;
      noise[1] = (byte) 0x8b;
      noise[2] = 8;
      Files.write(file, noise);
      assertThat(Csv.problems(file)).isNotEmpty();
    }
  }
}
