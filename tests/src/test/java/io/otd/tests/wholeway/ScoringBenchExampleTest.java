// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.otd.tests.serving.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    Python python = Python.in(folder);
    assumeTrue(
        python.has("sklearn"),
        "no scikit-learn in " + python.command() + " (set OTD_PYTHON to a Python that has it)");
    Python.Finished finished = python.run(TEST.toString(), launcher().toString());
    assertThat(finished.exit()).as(finished.output()).isZero();
    assertThat(finished.output()).contains("Ran 5 tests");
  }

  /** The command line of this build. */
  private Path launcher() throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Path file =
        Files.writeString(
            folder.resolve("otd"),
            "#!/bin/sh\nexec '%s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' io.otd.app.OtdMain \"$@\"\n"
                .formatted(java, System.getProperty("java.class.path")));
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }
}
