// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.cluster;

import io.otd.core.internal.graph.SharedCompilation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Threads that carry out orders using only their folders, each after an attempt that ended in the
 * middle of an event.
 */
public final class ThreadCluster implements NetworkClusterProvider, NetworkCluster {
  private static final byte[] CUT_EVENT = {0, 0, 0, 9, 1};

  private final ExecutorService threads = Executors.newFixedThreadPool(2);
  private final SharedCompilation shared = new SharedCompilation();

  @Override
  public NetworkCluster start(ClusterRequest request) {
    return this;
  }

  @Override
  public CompletableFuture<Void> submit(Path order) {
    return CompletableFuture.runAsync(() -> work(order), threads);
  }

  private void work(Path order) {
    try {
      Files.write(order.resolve("events-0"), CUT_EVENT);
      OrderedFit.work(order, shared, Clock.systemUTC());
      OrderedFit.work(order, shared, Clock.systemUTC()); // a second time changes nothing
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    threads.shutdown();
    shared.close();
  }
}
