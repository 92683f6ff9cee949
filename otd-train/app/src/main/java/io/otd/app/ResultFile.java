// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.train.internal.result.StoredRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The results that a run left in its directory, which are the answer with {@code --json} too. */
final class ResultFile {
  private ResultFile() {}

  /**
   * Reads them.
   *
   * @param directory of a finished run
   */
  static Map<String, Object> json(Path directory) throws IOException {
    return new ObjectMapper()
        .convertValue(
            StoredRun.tree(directory.resolve(StoredRun.FILE)),
            new TypeReference<LinkedHashMap<String, Object>>() {});
  }

  /** Whether a run has come to its end. */
  static boolean isIn(Path directory) {
    return java.nio.file.Files.exists(directory.resolve(StoredRun.FILE));
  }
}
