// SPDX-License-Identifier: Apache-2.0
package io.otd.app.train;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SparkOptionsTest {
  private static String resume(String... arguments) {
    return CommandLine.populateCommand(new SparkOptions(), arguments)
        .resume("train", Path.of("my runs/table-0"));
  }

  @Test
  void the_resume_command_names_the_same_cluster() {
    assertThat(resume("--spark", "local[2]", "--spark-conf", "spark.executor.memory=2g"))
        .isEqualTo(
            "otd train --resume 'my runs/table-0' --spark 'local[2]'"
                + " --spark-conf spark.executor.memory=2g");
  }

  @Test
  void the_resume_command_without_a_cluster_runs_locally() {
    assertThat(resume()).isEqualTo("otd train --resume 'my runs/table-0'");
  }
}
