// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.app.train.QuickstartCommand;
import io.otd.core.internal.files.ClassResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuickstartTableTest {
  @Test
  void the_bundled_table_matches_its_generator() {
    assertThat(ClassResource.text(QuickstartCommand.class, "parcels.csv"))
        .isEqualTo(ParcelTable.csv(ParcelTable.BUNDLED));
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
