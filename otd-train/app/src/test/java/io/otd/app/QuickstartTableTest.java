// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class QuickstartTableTest {
  @Test
  void the_bundled_table_matches_its_generator() throws IOException {
    try (InputStream in = QuickstartCommand.class.getResourceAsStream("parcels.csv")) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo(ParcelTable.csv(ParcelTable.BUNDLED));
    }
  }
}
