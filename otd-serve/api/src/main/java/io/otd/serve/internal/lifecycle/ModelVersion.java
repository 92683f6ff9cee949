// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.lifecycle;

import io.otd.serve.internal.status.StatusCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lifecycle of one version of a model: it is loaded and tested, answers holders of a {@link
 * VersionUse}, and after it is retired it is closed with the last of them. Requests may use it at
 * any time; one thread at a time loads and retires it.
 *
 * @param <M> what is loaded
 */
public final class ModelVersion<M> {
  private final String model;
  private final long number;
  private final Path directory;
  private final Consumer<M> close;
  private final VersionListener listener;
  private VersionState state = VersionState.START;
  private StatusCode code = StatusCode.OK;
  private String message = "";
  private @Nullable M loaded;
  private int uses;
  private int failures;
  private Instant next = Instant.MIN;

  /**
   * A version that was found.
   *
   * @param model name of the model
   * @param number of the version
   * @param directory of the version
   * @param close releases the loaded version
   * @param listener receives its states
   */
  public ModelVersion(
      String model, long number, Path directory, Consumer<M> close, VersionListener listener) {
    this.model = model;
    this.number = number;
    this.directory = directory;
    this.close = close;
    this.listener = listener;
  }

  /** Loads a version. */
  @FunctionalInterface
  public interface Loader<M> {
    /**
     * Loads a version, ready to answer.
     *
     * @param directory of the version
     * @throws IOException if it cannot be read or is not to be loaded
     */
    M load(Path directory) throws IOException;
  }

  /** Name of the model. */
  public String model() {
    return model;
  }

  /** Number of the version. */
  public long number() {
    return number;
  }

  /** Its directory. */
  public Path directory() {
    return directory;
  }

  /**
   * Whether it is worth trying to load it now.
   *
   * @param retries how often a version that failed is tried again
   * @param now the time
   */
  public synchronized boolean isDue(int retries, Instant now) {
    return state == VersionState.START
        || (state == VersionState.END
            && failures > 0
            && failures <= retries
            && !now.isBefore(next));
  }

  /**
   * Tries to load it, and reports the outcome in the status. From then on it answers.
   *
   * @param loader loads it
   * @param retry when it is worth trying again, if it fails
   * @throws IOException what the loader throws
   */
  public void load(Loader<? extends M> loader, Supplier<Instant> retry) throws IOException {
    change(VersionState.LOADING, StatusCode.OK, "");
    try {
      M now = loader.load(directory);
      synchronized (this) {
        loaded = now;
        failures = 0;
      }
      change(VersionState.AVAILABLE, StatusCode.OK, "");
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      synchronized (this) {
        failures++;
        next = retry.get();
      }
      VersionStatus failed = VersionStatus.failed(number, e);
      change(failed.state(), failed.code(), failed.message());
      throw e;
    }
  }

  private void change(VersionState to, StatusCode why, String words) {
    synchronized (this) {
      state = to;
      code = why;
      message = words;
      notifyAll();
    }
    listener.changed(model, new VersionStatus(number, to, why, words));
  }

  /** How it is. */
  public synchronized VersionStatus status() {
    return new VersionStatus(number, state, code, message);
  }

  /** Whether it has been unloaded, or let go before it was loaded. */
  public synchronized boolean isGone() {
    return state == VersionState.END && failures == 0;
  }

  /** Whether it has ever answered. */
  public synchronized boolean wasServed() {
    return failures == 0 && state != VersionState.START;
  }

  /** Whether it answers. */
  public synchronized boolean isAvailable() {
    return state == VersionState.AVAILABLE;
  }

  /** The right to use it; nothing if it does not answer. */
  public synchronized @Nullable VersionUse<M> use() {
    M current = loaded;
    if (state != VersionState.AVAILABLE || current == null) {
      return null;
    }
    uses++;
    return new VersionUse<>(this, current);
  }

  /** Accepts no more users; closed after the last one. */
  public void retire() {
    boolean unloading;
    boolean idle;
    synchronized (this) {
      unloading = state == VersionState.AVAILABLE;
      idle = uses == 0;
      if (unloading) {
        state = VersionState.UNLOADING;
      }
    }
    if (unloading) {
      change(VersionState.UNLOADING, StatusCode.OK, "");
      if (idle) {
        unload();
      }
    }
  }

  /** Waits until it is closed, if it is retired. */
  public void awaitEnd() {
    boolean interrupted = false;
    synchronized (this) {
      while (state == VersionState.UNLOADING) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true; // Running work cannot be stopped.
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** A user has left. */
  void release() {
    boolean last;
    synchronized (this) {
      uses--;
      last = uses == 0 && state == VersionState.UNLOADING;
    }
    if (last) {
      unload();
    }
  }

  private void unload() {
    M current;
    synchronized (this) {
      current = loaded;
      loaded = null;
    }
    if (current != null) {
      close.accept(current);
      change(VersionState.END, StatusCode.OK, "");
    }
  }
}
