// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import static io.otd.core.Near.assertMeets;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.Golden;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpearmanCorrelationTest {
  private static final JsonNode GOLDEN = Golden.read("metrics");

  @Test
  void correlations_with_ties_match_the_golden_values() {
    for (JsonNode at : GOLDEN.get("spearman")) {
      double rho = SpearmanCorrelation.of(Golden.doubles(at.get("a")), Golden.doubles(at.get("b")));
      if (at.get("rho").isNull()) {
        assertThat(rho).isNaN();
      } else {
        assertMeets(rho, at.get("rho"), 1e-12);
      }
    }
  }

  @Test
  void correlations_of_the_published_rows_match_the_golden_values() {
    JsonNode rows = GOLDEN.get("published_rows");
    for (Map.Entry<String, JsonNode> pair : rows.get("spearman").properties()) {
      assertMeets(published(rows, pair.getKey()), pair.getValue(), 1e-12);
    }
  }

  @Test
  void correlations_match_the_printed_table_up_to_its_rounding() {
    JsonNode rows = GOLDEN.get("published_rows");
    for (Map.Entry<String, JsonNode> pair : rows.get("printed_line_1420").properties()) {
      // Rounding to four digits creates ties that were absent when the table was computed.
      assertThat(published(rows, pair.getKey()))
          .isCloseTo(pair.getValue().asDouble(), within(.006));
    }
  }

  private static double published(JsonNode rows, String pair) {
    int middle = pair.indexOf('~');
    return SpearmanCorrelation.of(
        Golden.doubles(rows.get(pair.substring(0, middle))),
        Golden.doubles(rows.get(pair.substring(middle + 1))));
  }

  @Test
  void tied_values_share_the_mean_of_their_ranks() {
    assertThat(SpearmanCorrelation.ranks(new double[] {3, 1, 3, 0.0, -0.0, 3}))
        .containsExactly(5, 3, 5, 1.5, 1.5, 5);
  }

  @Test
  void mismatched_empty_or_nan_series_are_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SpearmanCorrelation.of(new double[2], new double[3]))
        .withMessage("series: 2 and 3 values (expected: as many, at least 1)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SpearmanCorrelation.of(new double[0], new double[0]));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SpearmanCorrelation.of(new double[2], new double[] {1, Double.NaN}))
        .withMessage("value 1: NaN (expected: finite)");
  }
}
