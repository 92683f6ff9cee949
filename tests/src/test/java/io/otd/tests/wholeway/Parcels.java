// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import io.otd.app.OtdMain;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** The table of {@code otd quickstart}, for tests in which training is only a means. */
final class Parcels {
  private Parcels() {}

  /** Writes its header and its first rows to a file. */
  static Path first(int rows, Path file) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    OtdMain.class.getResourceAsStream("train/parcels.csv"), "parcels.csv"),
                StandardCharsets.UTF_8))) {
      return Files.write(file, lines.lines().limit(rows + 1L).toList());
    }
  }
}
