// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.app.train.QuickstartCommand;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuickstartTableTest {
  @Test
  void the_bundled_table_matches_its_generator() throws IOException {
    try (InputStream in = QuickstartCommand.class.getResourceAsStream("parcels.csv")) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo(ParcelTable.csv(ParcelTable.BUNDLED));
    }
  }

  @Test
  void another_table_of_the_same_name_is_kept(@TempDir Path folder) throws IOException {
    Path table = Files.writeString(folder.resolve("parcels.csv"), "a,b\n1,2\n");

    OtdRun run = OtdRun.line("quickstart --out", folder);

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains(table + ": another table (expected: none; --out");
    assertThat(table).hasContent("a,b\n1,2\n");
  }
}
