// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.trained.TestModels;
import java.io.IOException;
import java.nio.file.Path;

/** A process that exports one of the test models: {@code NAME BASE}. */
final class ExportFixture {
  private ExportFixture() {}

  public static void main(String[] args) throws IOException {
    SavedModelExporter.export(
        TestModels.valueOf(args[0]).model(), Path.of(args[1]), ExportOptions.DEFAULT);
  }
}
