// SPDX-License-Identifier: Apache-2.0
package io.otd.app.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.train.internal.result.JsonText;
import org.junit.jupiter.api.Test;

class MeasuredJsonTest {
  @Test
  void requestsOfAnEngineAreWrittenUnderTheirNamesInOrder() {
    PredictionBenchmark.Measured measured =
        new PredictionBenchmark.Measured(PredictionEngine.LIGHT, 256, 16, 0.5, 0.25, 64000, 1e7);
    assertThat(JsonText.of(JsonText.tree(measured)))
        .isEqualTo(
            "{\"engine\":\"light\",\"draws\":256,\"rows\":16,\"ms_best\":0.5,\"ms_median\":0.25,"
                + "\"rows_per_s\":64000.0,\"draws_per_s\":1.0E7}");
  }

  @Test
  void aComparisonWithACompiledModelIsWrittenWithItsRatio() {
    CompiledBenchmark.Measured measured = new CompiledBenchmark.Measured(1000, 16, 5, 2, 0);
    assertThat(JsonText.of(JsonText.tree(measured)))
        .isEqualTo(
            "{\"draws\":1000,\"rows\":16,\"ms_plain\":5.0,\"ms_compiled\":2.0,\"ratio\":2.5,"
                + "\"difference\":0.0}");
  }
}
