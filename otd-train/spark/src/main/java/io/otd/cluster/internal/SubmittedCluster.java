// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster.internal;

import io.otd.table.problem.InputException;
import io.otd.train.internal.cluster.ClusterRequest;
import io.otd.train.internal.cluster.NetworkCluster;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** A Spark application in a separate process, which receives orders and reports their outcome. */
final class SubmittedCluster implements NetworkCluster {
  private static final int SHOWN_LINES = 5;
  private static final long SECONDS_TO_END = 20;

  private final Process process;
  private final Path log;
  private final BufferedWriter orders;
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final Map<String, CompletableFuture<Void>> open = new ConcurrentHashMap<>();

  private SubmittedCluster(Process process, Path log) {
    this.process = process;
    this.log = log;
    this.orders = process.outputWriter(StandardCharsets.UTF_8);
    Thread answers = new Thread(this::listen, "otd-spark");
    answers.setDaemon(true);
    answers.start();
  }

  /**
   * Starts the process; returns when its application is accepted.
   *
   * @throws InputException if it is not
   */
  static SubmittedCluster start(ClusterRequest request, ProcessBuilder command) throws IOException {
    // Outside the folder, so that it remains after a failure.
    Path log = request.folder().resolveSibling("spark.log");
    SubmittedCluster cluster =
        new SubmittedCluster(command.redirectError(log.toFile()).start(), log);
    try {
      cluster.ready.get();
      return cluster;
    } catch (ExecutionException e) {
      cluster.close();
      throw new InputException(
          "--spark: %s: did not start (expected: the address of a cluster that runs); the end of %s:%n%s"
              .formatted(request.address(), log, cluster.lastLines()));
    } catch (InterruptedException e) {
      cluster.close();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while it started", e);
    }
  }

  private String lastLines() {
    try {
      List<String> lines = Files.readAllLines(log);
      return String.join(
          "\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
    } catch (IOException e) {
      return "(" + e.getMessage() + ")";
    }
  }

  /** Until the process ends. */
  private void listen() {
    try (BufferedReader answers = process.inputReader(StandardCharsets.UTF_8)) {
      String line;
      while ((line = answers.readLine()) != null) {
        DispatcherAnswer.of(line).ifPresent(this::take);
      }
    } catch (IOException e) {
      // As if it had ended: its answers can no longer be read.
      process.destroyForcibly();
    }
    IOException ended = new IOException("the application of Spark has ended; see " + log);
    ready.completeExceptionally(ended);
    open.values().forEach(order -> order.completeExceptionally(ended));
  }

  private void take(DispatcherAnswer answer) {
    if (answer.kind() == DispatcherAnswer.Kind.READY) {
      ready.complete(null);
      return;
    }
    CompletableFuture<Void> order = open.remove(answer.order());
    if (order != null && answer.kind() == DispatcherAnswer.Kind.DONE) {
      order.complete(null);
    } else if (order != null) {
      order.completeExceptionally(new IOException(answer.message() + "; see " + log));
    }
  }

  @Override
  public CompletableFuture<Void> submit(Path order) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    open.put(order.toString(), end);
    try {
      synchronized (orders) {
        orders.write(order + "\n");
        orders.flush();
      }
    } catch (IOException e) {
      end.completeExceptionally(
          new IOException("the application of Spark has ended; see " + log, e));
    }
    if (!process.isAlive()) { // and the reader of its answers may have ended
      end.completeExceptionally(new IOException("the application of Spark has ended; see " + log));
    }
    return end;
  }

  @Override
  public void close() {
    try {
      orders.close(); // The process ends at the end of its input.
    } catch (IOException e) {
      process.destroyForcibly();
    }
    try {
      if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
