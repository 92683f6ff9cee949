// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BatchingSettingsTest {
  @Test
  void batches_are_padded_to_the_next_allowed_size() {
    BatchingSettings settings = new BatchingSettings(8, 0, 1, Optional.of(1), List.of(2, 4, 8));
    assertThat(List.of(1, 2, 3, 4, 5, 8)).map(settings::filled).containsExactly(2, 2, 4, 4, 8, 8);
    assertThat(BatchingSettings.DEFAULT.filled(3)).isEqualTo(3);
  }
}
