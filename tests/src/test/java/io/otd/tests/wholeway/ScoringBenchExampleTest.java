// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.BriefJvm;
import io.otd.tests.serving.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The wrapper for ScoringBench in docs/examples, run by its own test. Needs a Python with
 * scikit-learn.
 */
@Tag("long")
class ScoringBenchExampleTest {
  private static final Path TEST =
      Path.of("..", "docs", "examples", "scoringbench", "test_otd_scoringbench.py");

  @TempDir Path folder;

  @Test
  void the_wrapper_trains_and_draws_on_both_tracks() throws Exception {
    Python.with(folder, "sklearn").passes(5, TEST.toString(), launcher().toString());
  }

  /** The command line of this build. */
  private Path launcher() throws IOException {
    List<String> otd = BriefJvm.command(BriefJvm.onClassPath("io.otd.app.OtdMain"));
    Path file =
        Files.writeString(
            folder.resolve("otd"),
            "#!/bin/sh\nexec '%s' \"$@\"\n".formatted(String.join("' '", otd)));
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }
}
