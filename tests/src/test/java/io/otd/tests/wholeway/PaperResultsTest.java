// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The paper's experiments at their full length, three seeds each. */
@Tag("slow")
class PaperResultsTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"bimodal", "rom"})
  void every_number_and_claim_of_the_experiment_is_accepted(String experiment) throws Exception {
    JsonNode result = reproduced(experiment);
    assertThat(result.path("accepted").asBoolean())
        .as("%s, %s", result.path("comparisons"), result.path("claims"))
        .isTrue();
  }

  @Test
  void dispersion_decreases_with_network_capacity() throws Exception {
    JsonNode result = reproduced("capacity");
    double narrowest = dispersion(result, "M4");
    double narrow = dispersion(result, "M8");
    double wide = dispersion(result, "M16");
    double widest = dispersion(result, "M32");
    assertThat(narrowest).isGreaterThan(narrow);
    assertThat(narrow).isGreaterThan(wide);
    // From 16 units on the data can be fitted exactly, and the remaining error is small for both.
    assertThat(wide).isGreaterThanOrEqualTo(.8 * widest);
    assertThat(widest).isPositive();
  }

  private JsonNode reproduced(String experiment) throws Exception {
    return OtdCommandLine.answer(
        directory.resolve("log"),
        "reproduce",
        experiment,
        "--scale",
        "paper",
        "--seeds",
        "3",
        "--out",
        directory.resolve(experiment).toString());
  }

  private static double dispersion(JsonNode result, String variant) {
    for (JsonNode each : result.path("variants")) {
      if (each.path("name").asText().equals(variant)) {
        return each.path("mean").path("dispersion").asDouble(Double.NaN);
      }
    }
    throw new AssertionError("no variant " + variant);
  }
}
