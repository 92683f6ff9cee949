// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.registry;

import io.otd.core.internal.nativelibrary.NativeProblem;
import io.otd.serve.internal.lifecycle.ModelVersion;
import io.otd.serve.internal.lifecycle.VersionListener;
import io.otd.serve.internal.servable.ServedModel;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Loads versions beside each other, a few at a time. A load that takes long is reported and no
 * longer counts among the few, so that it does not hold up others for ever; after the time limit,
 * its version has failed, and what it may still load is closed.
 */
final class VersionLoads {
  /** Loading is work of the processor, mostly of one core. */
  private static final int AT_ONCE = 2;

  /** Of the patience: how long the start of a server waits for a load. */
  private static final int START = 3;

  private final VersionLoader loader;
  private final RegistrySettings settings;
  private final Executor threads;
  private final VersionListener listener;
  private final Queue<Load> waiting = new ArrayDeque<>();
  private int running;

  /**
   * Loads nothing yet.
   *
   * @param loader loads versions
   * @param settings limits of time
   * @param threads run the loads, each of which may never end
   * @param listener receives what takes long
   */
  VersionLoads(
      VersionLoader loader, RegistrySettings settings, Executor threads, VersionListener listener) {
    this.loader = loader;
    this.settings = settings;
    this.threads = threads;
    this.listener = listener;
  }

  /**
   * Loads a version soon.
   *
   * @param attempt at it, already begun
   * @param ended runs when it answers, has failed or was abandoned
   */
  Load start(ModelVersion<ServedModel>.Attempt attempt, Runnable ended) {
    Load load = new Load(attempt, ended);
    synchronized (this) {
      waiting.add(load);
    }
    next();
    return load;
  }

  private void next() {
    for (Load load = take(); load != null; load = take()) {
      try {
        threads.execute(load);
      } catch (RejectedExecutionException e) {
        return; // The threads are stopped, and every version will be released.
      }
    }
  }

  private synchronized @Nullable Load take() {
    Load load = running < AT_ONCE ? waiting.poll() : null;
    running += load == null ? 0 : 1;
    return load;
  }

  private void leave() {
    synchronized (this) {
      running--;
    }
    next();
  }

  /** The load of one version. */
  final class Load implements Runnable {
    private final ModelVersion<ServedModel>.Attempt attempt;
    private final CompletableFuture<Void> end;
    private final CompletableFuture<Void> slow = new CompletableFuture<>();
    private final CompletableFuture<Void> overdue = new CompletableFuture<>();
    private @Nullable Thread thread;
    private boolean placed = true;

    private Load(ModelVersion<ServedModel>.Attempt attempt, Runnable ended) {
      this.attempt = attempt;
      this.end = attempt.end().thenRun(ended);
    }

    /** Completes when the version answers, has failed or was abandoned. */
    CompletableFuture<Void> end() {
      return end;
    }

    /** The same, or that it takes long. */
    CompletableFuture<Object> endOrSlow() {
      return CompletableFuture.anyOf(end, slow);
    }

    /** The same, but several times as long: a server starts without it. */
    CompletableFuture<Object> endOrOverdue() {
      return CompletableFuture.anyOf(end, overdue);
    }

    @Override
    public void run() {
      ModelVersion<ServedModel> version = attempt.version();
      synchronized (this) {
        thread = Thread.currentThread();
      }
      after(settings.patience(), this::tellSlow);
      after(settings.patience().multipliedBy(START), () -> overdue.complete(null));
      after(settings.loadTimeout(), this::giveUp);
      try {
        attempt.run(directory -> load(version, directory));
      } catch (IOException | RuntimeException | OutOfMemoryError | LinkageError e) {
        // Its status shows the failure.
      } finally {
        synchronized (this) {
          thread = null;
        }
        releasePlace();
      }
    }

    private ServedModel load(ModelVersion<ServedModel> version, Path directory) throws IOException {
      try {
        return loader.load(version.id(), directory, this::givenUp);
      } catch (LinkageError e) {
        throw NativeProblem.explained(e);
      }
    }

    /** For those who load it: it ends for nobody else before they have returned. */
    private Optional<ServingException> givenUp() {
      return attempt.end().isDone()
          ? Optional.of(new ServingException(StatusCode.CANCELLED, "The load was given up"))
          : Optional.empty();
    }

    /** Runs something if it has not ended by then. */
    private void after(Duration time, Runnable task) {
      if (!time.isZero()) {
        CompletableFuture<Void> unused =
            attempt
                .end()
                .orTimeout(time.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionallyAsync(
                    late -> {
                      task.run();
                      return null;
                    },
                    threads);
      }
    }

    private void tellSlow() {
      listener.slow(attempt.version().id(), settings.patience());
      slow.complete(null);
      releasePlace();
    }

    private void giveUp() {
      attempt.fail(
          new ServingException(
              StatusCode.DEADLINE_EXCEEDED,
              "not loaded within %s s (the limit of the time of a load)"
                  .formatted(settings.loadTimeout().toMillis() / 1e3)));
      synchronized (this) {
        if (thread != null) {
          thread.interrupt();
        }
      }
      releasePlace();
    }

    private void releasePlace() {
      boolean mine;
      synchronized (this) {
        mine = placed;
        placed = false;
      }
      if (mine) {
        leave();
      }
    }
  }
}
