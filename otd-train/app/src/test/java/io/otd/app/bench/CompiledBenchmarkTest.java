// SPDX-License-Identifier: Apache-2.0
package io.otd.app.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompiledBenchmarkTest {
  @TempDir Path directory;

  @Test
  void the_compiled_model_gives_the_same_answers() throws Exception {
    List<CompiledBenchmark.Measured> measured =
        new CompiledBenchmark(System::nanoTime).run(directory, 20, List.of(1, 3), List.of(2), 1);
    assertThat(measured).extracting(CompiledBenchmark.Measured::rows).containsExactly(1, 3);
    assertThat(measured).extracting(CompiledBenchmark.Measured::draws).containsOnly(20);
    assertThat(measured).allSatisfy(m -> assertThat(m.difference()).isBetween(0.0, 1e-5));
  }
}
