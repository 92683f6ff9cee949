// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.predict.Prediction;

/** Compares replies of {@code :distribution} with the embedded predictor. */
final class DistributionReplies {
  private DistributionReplies() {}

  /** A number in single precision, as the server writes it. */
  static void assertSame(JsonNode value, double expected) {
    assertThat(value.floatValue()).isEqualTo((float) expected);
  }

  /** Everything that the reply says of one row. */
  static void assertSays(JsonNode reply, int row, Prediction expected) {
    for (int j = 0; j < expected.targets().size(); j++) {
      JsonNode law = reply.get("predictions").get(row).get(expected.targets().get(j));
      assertSame(law.get("mean"), expected.mean(j));
      assertSame(law.get("std"), expected.std(j));
      JsonNode quantiles = reply.get("quantiles");
      assertThat(law.get("quantiles")).hasSameSizeAs(quantiles);
      for (int q = 0; q < quantiles.size(); q++) {
        assertSame(
            law.get("quantiles").get(q), expected.quantile(j, quantiles.get(q).doubleValue()));
      }
      JsonNode levels = reply.get("levels");
      assertThat(law.get("intervals")).hasSameSizeAs(levels);
      for (int a = 0; a < levels.size(); a++) {
        JsonNode interval = law.get("intervals").get(a);
        assertSame(interval.get(0), expected.interval(j, levels.get(a).doubleValue()).lower());
        assertSame(interval.get(1), expected.interval(j, levels.get(a).doubleValue()).upper());
      }
    }
  }
}
