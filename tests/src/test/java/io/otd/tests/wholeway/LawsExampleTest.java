// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import io.otd.tests.serving.Python;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables of known laws in docs/examples, tested by a script beside them. Needs NumPy. */
class LawsExampleTest {
  private static final Path TEST =
      Path.of("..", "docs", "examples", "public-tables", "test_laws.py");

  @TempDir Path folder;

  @Test
  void the_laws_score_as_published() throws Exception {
    Python.with(folder, "numpy").passes(3, TEST.toString());
  }
}
