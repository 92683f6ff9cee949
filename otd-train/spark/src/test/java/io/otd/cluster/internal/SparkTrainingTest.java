// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.Folders;
import io.otd.core.RandomTable;
import io.otd.train.Otd;
import io.otd.train.OtdBuilder;
import io.otd.train.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Spark application in a separate process, with two threads as executors. */
@Tag("long")
class SparkTrainingTest {
  @TempDir Path directory;

  @Test
  void folds_on_spark_match_local_folds_bit_for_bit() throws IOException {
    Path here = directory.resolve("here");
    Path spark = directory.resolve("spark");
    training().build().crossValidateIn(RunFolder.at(here));
    training()
        .spark("local[2]", List.of("spark.ui.enabled=false"))
        .build()
        .crossValidateIn(RunFolder.at(spark));
    assertThat(Folders.checkpoints(spark)).hasSize(2).isEqualTo(Folders.checkpoints(here));
    assertThat(spark.resolve("spark.log")).exists(); // of the process that trained
  }

  private OtdBuilder training() throws IOException {
    RandomTable.Row row =
        (i, random) -> {
          double a = random.nextDouble();
          return a + "," + (a + random.nextDouble() / 10);
        };
    Path table = Files.writeString(directory.resolve("t.csv"), RandomTable.csv("a,y", 60, 3, row));
    return Otd.regression("y")
        .set("data.file", table.toString())
        .set("data.folds", 2)
        .set("training.validate_every", 10)
        .set("output.tensorboard", false)
        .set("masks.velocity", List.of(4))
        .set("masks.steps", 1)
        .hidden(4)
        .members(1)
        .steps(20);
  }
}
