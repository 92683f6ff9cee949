// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OmissionsTest {
  @Test
  void whatWasLeftOutIsThisText() {
    assertThat(JsonText.of(JsonText.tree(new Omissions(List.of("mdn", "otd-0"), 2, 300))))
        .isEqualTo("{\"kinds\":[\"mdn\",\"otd-0\"],\"networks\":2,\"steps\":300}");
  }
}
