// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import io.otd.app.OtdMain;
import io.otd.core.internal.files.ClassResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The table of {@code otd quickstart}, for tests in which training is only a means. */
final class Parcels {
  private Parcels() {}

  /** Writes its header and its first rows to a file. */
  static Path first(int rows, Path file) throws IOException {
    String table = ClassResource.text(OtdMain.class, "train/parcels.csv");
    return Files.write(file, table.lines().limit(rows + 1L).toList());
  }
}
