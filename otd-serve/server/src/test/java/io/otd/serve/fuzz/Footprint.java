// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.ResidentMemory;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Resources that this process uses.
 *
 * @param heap bytes of live objects
 * @param outside resident bytes outside the reserved heap
 * @param descriptors open files and connections
 */
record Footprint(long heap, long outside, long threads, long descriptors) {
  private static final int TRIALS = 600;
  private static final long PAUSE_NANOS = 100_000_000;
  private static final long MEBIBYTE = 1 << 20;

  /** Allowance for metrics sampling, caches and buffers of more concurrent connections. */
  private static final long MORE_HEAP = 24 * MEBIBYTE;

  /** Allowance for allocator arenas and for code compiled meanwhile. */
  private static final long MORE_OUTSIDE = 160 * MEBIBYTE;

  /** Allowance for pools that grow with the load. */
  private static final long MORE_THREADS = 16;

  /** Allowance for connections that clients keep open, and for descriptors that threads open. */
  private static final long MORE_DESCRIPTORS = 24;

  static Footprint now() throws IOException {
    System.gc();
    System.gc();
    var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    return new Footprint(
        heap.getUsed(),
        ResidentMemory.now() - heap.getCommitted(),
        ManagementFactory.getThreadMXBean().getThreadCount(),
        openDescriptors());
  }

  private static long openDescriptors() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    }
  }

  /** Waits until this process uses no more than it did then, within bounds. */
  void requireStill() throws Exception {
    Footprint last = now();
    for (int i = 0; i < TRIALS / 10 && !last.isWithin(this); i++) {
      LockSupport.parkNanos(PAUSE_NANOS);
      last = now();
    }
    assertThat(last.isWithin(this)).as("%s before, %s now", this, last).isTrue();
  }

  private boolean isWithin(Footprint before) {
    return heap - before.heap < MORE_HEAP
        && outside - before.outside < MORE_OUTSIDE
        && threads - before.threads < MORE_THREADS
        && descriptors - before.descriptors < MORE_DESCRIPTORS;
  }

  /** Waits for a condition, even on a slow machine. */
  static void await(BooleanSupplier condition) {
    boolean holds = condition.getAsBoolean();
    for (int i = 0; i < TRIALS && !holds; i++) {
      LockSupport.parkNanos(PAUSE_NANOS);
      holds = condition.getAsBoolean(); // Not measured again: measuring may change it for a moment.
    }
    assertThat(holds).isTrue();
  }
}
