// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The default settings on a table of measurements: compressive strength of concrete, in MPa. */
@Tag("slow")
class ConcreteStrengthTest {
  private static final int SEEDS = 5;
  private static final String TARGET = "Concrete compressive strength(MPa. megapascals)";

  @TempDir Path directory;

  @Test
  void the_defaults_predict_well_on_five_splits() throws Exception {
    Path table = table();
    assumeTrue(table != null, "no shared/data/concrete/data.csv beside the repository");
    List<JsonNode> scores = new ArrayList<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      scores.add(
          OtdCommandLine.answer(
                  directory.resolve("log"),
                  "train",
                  "--data",
                  String.valueOf(table),
                  "--target",
                  TARGET,
                  "--seed",
                  String.valueOf(seed),
                  "--out",
                  directory.resolve("run-" + seed).toString())
              .path("test"));
    }
    assertThat(mean(scores, "rmse")).as("rmse of %s", scores).isLessThanOrEqualTo(4.9);
    assertThat(mean(scores, "energy_score")).as("score of %s", scores).isLessThanOrEqualTo(2.4);
    assertThat(mean(scores, "mace")).as("mace of %s", scores).isLessThanOrEqualTo(.10);
  }

  /** NaN, which satisfies no bound, if one of the runs has no such number. */
  private static double mean(List<JsonNode> scores, String name) {
    return scores.stream()
        .mapToDouble(s -> s.path(name).asDouble(Double.NaN))
        .average()
        .orElse(Double.NaN);
  }

  /** In a directory next to the repository, or next to one of its parents. */
  private static @Nullable Path table() {
    for (Path here = Path.of("").toAbsolutePath(); here != null; here = here.getParent()) {
      Path file = here.resolve("shared").resolve("data").resolve("concrete").resolve("data.csv");
      if (Files.isRegularFile(file)) {
        return file;
      }
    }
    return null;
  }
}
