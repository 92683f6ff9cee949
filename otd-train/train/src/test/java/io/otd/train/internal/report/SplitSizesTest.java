// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.train.internal.result.JsonText;
import org.junit.jupiter.api.Test;

class SplitSizesTest {
  @Test
  void rowsOfEachPartAreThisText() {
    assertThat(JsonText.of(JsonText.tree(new SplitSizes(700, 124, 60, 0))))
        .isEqualTo("{\"train\":700,\"validation\":124,\"test\":60,\"calibration\":0}");
  }
}
