// SPDX-License-Identifier: Apache-2.0
package io.otd.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.metrics.density.Bandwidth;
import io.otd.core.metrics.density.GaussianKde;
import io.otd.serve.OtdPredictor;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code otd quickstart} of the archive. */
@ExtendWith(Quickstart.class)
class QuickstartTest {
  @Test
  void predicts_much_better_than_the_marginal_distribution(Quickstart.Done done) {
    JsonNode answer = done.answer();
    assertThat(answer.path("status").asText()).isEqualTo("completed");
    // Draws from the table's targets, regardless of the inputs, have an energy score of 11.5
    // minutes.
    assertThat(answer.path("test").path("energy_score").asDouble()).isBetween(1.0, 8.0);
    assertThat(answer.path("test").path("mace").asDouble()).isBetween(0.0, 0.2);
  }

  @Test
  void needs_no_network(Quickstart.Done done) {
    assumeThat(done.withoutNetwork()).as("a network that can be taken away").isTrue();
    assertThat(done.answer().path("predictions")).hasSize(3);
  }

  @Test
  void writes_a_self_contained_report_below_its_folder(Quickstart.Done done) throws IOException {
    assertThat(done.installation().home().resolve("runs")).isDirectory();
    String report =
        Files.readString(done.installation().home().resolve(done.answer().path("report").asText()));
    assertThat(report).contains("data:image/svg+xml;base64,", "test.energy_score");
    assertThat(report).doesNotContain("src=\"http", "href=\"http", "<link");
  }

  @Test
  void the_export_predicts_longer_times_for_longer_trips_and_denser_traffic(Quickstart.Done done) {
    JsonNode predictions = done.answer().path("predictions");
    double shorter = predictions.path(0).path("mean").asDouble();
    double longer = predictions.path(1).path("mean").asDouble();
    double denser = predictions.path(2).path("mean").asDouble();
    assertThat(shorter).isLessThan(longer);
    assertThat(longer).isLessThan(denser);
  }

  @Test
  void the_export_predicts_both_branches_and_little_between_them(Quickstart.Done done)
      throws IOException {
    double[] minutes = draws(done, Map.of("distance_km", 16.0, "weight_kg", 1.0, "traffic", 0.6));
    double[] grid = IntStream.rangeClosed(0, 200).mapToDouble(i -> i / 2.0).toArray();
    // The table was made with 44 minutes or, in 60 of 100 cases, 69; the standard deviation is 3.2.
    // A mode of a network trained on 4,000 rows is not exact.
    assertThat(new GaussianKde(minutes, Bandwidth.scott(1)).modes(grid, 0.2))
        .satisfiesExactly(
            free -> assertThat(free.position()).isBetween(40.0, 48.0),
            jammed -> assertThat(jammed.position()).isBetween(65.0, 73.0));
    // Farther than three standard deviations from both: 0.2 % of the table's distribution, some
    // five percent of a network's.
    assertThat(Arrays.stream(minutes).filter(y -> y > 44 + 3 * 3.2 && y < 69 - 3 * 3.2).count())
        .isLessThan(minutes.length / 14);
    assertThat(Arrays.stream(minutes).min().orElseThrow()).isPositive();
  }

  private static double[] draws(Quickstart.Done done, Map<String, Double> row) throws IOException {
    try (OtdPredictor predictor = OtdPredictor.open(done.export())) {
      long[] seeds = LongStream.range(0, 20).toArray();
      float[][][] draws = predictor.draw(Collections.nCopies(seeds.length, row), seeds);
      return Arrays.stream(draws).flatMap(Arrays::stream).mapToDouble(y -> y[0]).toArray();
    }
  }
}
