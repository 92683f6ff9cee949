// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster.internal.estimator;

import io.otd.cluster.internal.NetworkTask;
import io.otd.train.internal.cluster.NetworkCluster;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.spark.api.java.JavaSparkContext;

/** The executors of the application that this process is the driver of: a job for each network. */
final class SessionCluster implements NetworkCluster {
  private final JavaSparkContext context;
  private final ExecutorService jobs = Executors.newCachedThreadPool(SessionCluster::daemon);

  SessionCluster(JavaSparkContext context) {
    this.context = context;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "otd-job");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public CompletableFuture<Void> submit(Path order) {
    return CompletableFuture.runAsync(
        () -> context.parallelize(List.of(order.toString()), 1).foreach(NetworkTask.settingFlags()),
        jobs);
  }

  @Override
  public void close() {
    jobs.shutdownNow();
  }
}
