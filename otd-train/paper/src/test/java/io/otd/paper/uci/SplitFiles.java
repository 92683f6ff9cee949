// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.uci;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A small data set in the layout of the standard splits. */
final class SplitFiles {
  static final int ROWS = 30;

  private SplitFiles() {}

  /**
   * Writes {@code y = 2 x0 + x2} with an unused column between them; split I tests on rows I, I +
   * 5, I + 10 and so on.
   */
  static Path write(Path folder, int splits) throws IOException {
    Files.createDirectories(folder);
    StringBuilder data = new StringBuilder();
    for (int i = 0; i < ROWS; i++) {
      data.append("%d \t%d   999 1.5e-1 %s \n".formatted(2 * i + i % 3, i, i % 3));
    }
    Files.writeString(folder.resolve("data.txt"), data + "\n");
    Files.writeString(folder.resolve("index_target.txt"), "0\n");
    Files.writeString(folder.resolve("index_features.txt"), "1\n3\n4\n");
    for (int split = 0; split < splits; split++) {
      int number = split;
      Files.writeString(
          folder.resolve("index_test_" + split + ".txt"), rows(i -> i % 5 == number % 5, "%d"));
      Files.writeString(
          folder.resolve("index_train_" + split + ".txt"),
          rows(i -> i % 5 != number % 5, "%d.0e+00"));
    }
    return folder;
  }

  private static String rows(java.util.function.IntPredicate which, String format) {
    return IntStream.range(0, ROWS)
        .filter(which)
        .mapToObj(i -> format.formatted(i))
        .collect(Collectors.joining("\n", "", "\n"));
  }
}
