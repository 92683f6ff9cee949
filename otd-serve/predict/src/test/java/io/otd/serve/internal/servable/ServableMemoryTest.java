// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.ResidentMemory;
import io.otd.serve.ConformancePack;
import io.otd.serve.internal.inspection.InspectionLimits;
import io.otd.serve.internal.tensor.HostTensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Native memory outside the Java heap must not grow with the requests. */
class ServableMemoryTest {
  private static final int WARM = 20;
  private static final int RUNS = 200;
  private static final int LENGTH = 4 << 20;

  @TempDir Path folder;

  /** 800 MiB go in, and out again. */
  @Test
  @Tag("long")
  void string_memory_is_released() throws Exception {
    List<String> model = List.of(ConformancePack.model("echo", "1").toString());
    long grown = ResidentMemory.printedBy(Echoes.class, 256, folder.resolve("log"), model);
    assertThat(grown).isLessThan(64L << 20);
  }

  /** Prints the growth of the memory in bytes. */
  static final class Echoes {
    private Echoes() {}

    public static void main(String[] args) throws IOException {
      byte[][] strings = {new byte[LENGTH]};
      Map<String, HostTensor> in = Map.of("in", HostTensor.ofStrings(new long[] {1}, strings));
      try (Servable servable = Servable.load(Path.of(args[0]), InspectionLimits.DEFAULT)) {
        long before = 0;
        for (int run = 0; run < WARM + RUNS; run++) {
          if (run == WARM) {
            before = ResidentMemory.now();
          }
          HostTensor out = servable.run("echo_string", in, List.of()).get("out");
          if (out.string(0).length != LENGTH) {
            throw new AssertionError("another string came back");
          }
        }
        System.out.println(ResidentMemory.now() - before);
      }
    }
  }
}
