// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import static io.otd.core.Near.assertMeets;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.Golden;
import io.otd.core.metrics.evaluation.SpearmanCorrelation;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ErrorFieldsTest {
  private static final double TOLERANCE = 1e-12;
  private static final JsonNode GOLDEN = Golden.read("metrics").get("fields");
  private static final int[] SHAPE = Golden.shape(GOLDEN.get("samples"));
  private static final ErrorFields FIELDS =
      ErrorFields.of(
          new Draws(SHAPE[0], SHAPE[1] * SHAPE[2], 1, Golden.doubles(GOLDEN.get("samples"))),
          Arrays.stream(Golden.doubles(GOLDEN.get("y")))
              .mapToObj(y -> new double[] {y})
              .toArray(double[][]::new));

  @Test
  void fields_match_the_golden_values_point_by_point() {
    assertMeets(FIELDS.epsilonF(), GOLDEN.get("epsilon_f"), TOLERANCE);
    assertMeets(FIELDS.epsilonD(), GOLDEN.get("epsilon_d"), TOLERANCE);
    assertMeets(FIELDS.score(), GOLDEN.get("score"), TOLERANCE);
    assertMeets(FIELDS.meanError(), GOLDEN.get("mean_error"), TOLERANCE);
    assertMeets(FIELDS.standardDeviation(), GOLDEN.get("std_ddof0"), TOLERANCE);
    double other = Math.sqrt(SHAPE[0] / (SHAPE[0] - 1.0));
    double[] ddof1 = Arrays.stream(FIELDS.standardDeviation()).map(sd -> other * sd).toArray();
    assertMeets(ddof1, GOLDEN.get("std_ddof1"), TOLERANCE);
  }

  @Test
  void averages_match_the_golden_values() {
    JsonNode wanted = GOLDEN.get("aggregate");
    ErrorFields.Averages averages = FIELDS.averages();
    assertMeets(averages.epsilonF(), wanted.get("epsilon_f"), TOLERANCE);
    assertMeets(averages.epsilonD(), wanted.get("epsilon_d"), TOLERANCE);
    assertMeets(averages.score(), wanted.get("score"), TOLERANCE);
    assertMeets(averages.meanError(), wanted.get("mean_error"), TOLERANCE);
    assertMeets(averages.standardDeviation(), wanted.get("std_ddof0"), TOLERANCE);
  }

  @Test
  void rank_correlations_of_the_fields_match_the_golden_values() {
    JsonNode wanted = GOLDEN.get("spearman");
    assertMeets(
        SpearmanCorrelation.of(FIELDS.epsilonF(), FIELDS.epsilonD()),
        wanted.get("epsilon_f~epsilon_d"),
        TOLERANCE);
    assertMeets(
        SpearmanCorrelation.of(FIELDS.meanError(), FIELDS.standardDeviation()),
        wanted.get("mean_error~std"),
        TOLERANCE);
    assertMeets(
        SpearmanCorrelation.of(FIELDS.epsilonF(), FIELDS.standardDeviation()),
        wanted.get("epsilon_f~std"),
        TOLERANCE);
    assertMeets(
        SpearmanCorrelation.of(FIELDS.meanError(), FIELDS.epsilonD()),
        wanted.get("mean_error~epsilon_d"),
        TOLERANCE);
  }

  @Test
  void norms_of_several_outputs_are_euclidean() {
    Draws draws = new Draws(2, 1, 2, new double[] {0, 0, 6, 8});
    ErrorFields fields = ErrorFields.of(draws, new double[][] {{0, 0}});
    assertThat(fields.epsilonF()).containsExactly(5);
    assertThat(fields.epsilonD()).containsExactly(10);
    assertThat(fields.meanError()).containsExactly(5);
    assertThat(fields.standardDeviation()[0]).isCloseTo(5, within(1e-15));
  }
}
