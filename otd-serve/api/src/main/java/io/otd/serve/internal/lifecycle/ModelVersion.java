// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.lifecycle;

import io.otd.core.internal.files.IoFunction;
import io.otd.serve.internal.status.StatusCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lifecycle of one version of a model: it is loaded and tested, answers holders of a {@link
 * VersionUse}, and after it is retired it is closed with the last of them. Requests may use it at
 * any time; one thread at a time begins to load it and retires it, while another may load it.
 *
 * @param <M> what is loaded
 */
public final class ModelVersion<M> {
  private final VersionId id;
  private final Path directory;
  private final Consumer<M> close;
  private final VersionListener listener;
  private VersionState state = VersionState.START;
  private StatusCode code = StatusCode.OK;
  private String message = "";
  private @Nullable M loaded;
  private int uses;
  private int running;
  private boolean failed;
  private boolean served;
  private @Nullable Attempt attempt;

  /**
   * A version that was found.
   *
   * @param close releases the loaded version
   * @param listener receives its states
   */
  public ModelVersion(VersionId id, Path directory, Consumer<M> close, VersionListener listener) {
    this.id = id;
    this.directory = directory;
    this.close = close;
    this.listener = listener;
  }

  /** Its model and number. */
  public VersionId id() {
    return id;
  }

  /** Its directory. */
  public Path directory() {
    return directory;
  }

  /** Whether it was found and nothing has been done with it yet. */
  public synchronized boolean isNew() {
    return state == VersionState.START;
  }

  /** Whether the last attempt to load it has failed. */
  public synchronized boolean hasFailed() {
    return state == VersionState.END && failed;
  }

  /** Whether an attempt to load it that was abandoned is still running. */
  public synchronized boolean isStuck() {
    return running > 0 && attempt == null;
  }

  /** The attempt to load it that is under way. */
  public synchronized @Nullable Attempt attempt() {
    return attempt;
  }

  /**
   * Begins to load it.
   *
   * @throws IllegalStateException if an attempt is under way
   */
  public Attempt begin() {
    Attempt next = new Attempt();
    synchronized (this) {
      if (attempt != null) {
        throw new IllegalStateException("version %s: is being loaded".formatted(id.version()));
      }
      attempt = next;
      failed = false;
      set(VersionState.LOADING, StatusCode.OK, "");
    }
    inform();
    return next;
  }

  /**
   * Loads it, and reports the outcome in the status. From then on it answers.
   *
   * @param loader loads it
   * @throws IOException what the loader throws
   */
  public void load(IoFunction<Path, ? extends M> loader) throws IOException {
    begin().run(loader);
  }

  /** One attempt to load it. */
  public final class Attempt {
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    private Attempt() {}

    /** The version that is loaded. */
    public ModelVersion<M> version() {
      return ModelVersion.this;
    }

    /** Completes when the version answers, or the attempt has failed or was abandoned. */
    public CompletableFuture<Void> end() {
      return end.copy();
    }

    /**
     * Loads the version, unless the attempt was abandoned. What is loaded after that is closed.
     *
     * @param loader loads it
     * @throws IOException what the loader throws
     */
    public void run(IoFunction<Path, ? extends M> loader) throws IOException {
      if (!enter()) {
        return;
      }
      try {
        M now = load(loader);
        if (succeed(now)) {
          inform();
        } else {
          close.accept(now);
        }
      } catch (IOException | RuntimeException | Error e) {
        fail(e);
        throw e;
      } finally {
        end.complete(null);
      }
    }

    /** No longer counts as running when its end is known. */
    private M load(IoFunction<Path, ? extends M> loader) throws IOException {
      try {
        return loader.apply(directory);
      } finally {
        synchronized (ModelVersion.this) {
          running--;
        }
      }
    }

    private boolean enter() {
      synchronized (ModelVersion.this) {
        boolean latest = attempt == this;
        running += latest ? 1 : 0;
        return latest;
      }
    }

    private boolean succeed(M now) {
      synchronized (ModelVersion.this) {
        boolean latest = attempt == this;
        if (latest) {
          attempt = null;
          loaded = now;
          failed = false;
          served = true;
          set(VersionState.AVAILABLE, StatusCode.OK, "");
        }
        return latest;
      }
    }

    /** Gives the attempt up, if it is under way: the version has failed. */
    public void fail(Throwable why) {
      VersionStatus status = VersionStatus.failed(id.version(), why);
      synchronized (ModelVersion.this) {
        if (attempt != this) {
          return;
        }
        attempt = null;
        failed = true;
        set(status.state(), status.code(), status.message());
      }
      inform();
      end.complete(null);
    }
  }

  private synchronized void set(VersionState to, StatusCode why, String words) {
    state = to;
    code = why;
    message = words;
    notifyAll();
  }

  private void inform() {
    listener.changed(id.model(), status());
  }

  private void change(VersionState to) {
    set(to, StatusCode.OK, "");
    inform();
  }

  /** How it is. */
  public synchronized VersionStatus status() {
    return new VersionStatus(id.version(), state, code, message);
  }

  /** Whether it has been unloaded, or let go before it was loaded. */
  public synchronized boolean isGone() {
    return state == VersionState.END && !failed;
  }

  /** Whether it has ever answered. */
  public synchronized boolean wasServed() {
    return served;
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

  /** Accepts no more users; closed after the last one. An attempt to load it is abandoned. */
  public void retire() {
    boolean unloading;
    boolean idle;
    Attempt current;
    synchronized (this) {
      unloading = state == VersionState.AVAILABLE;
      idle = uses == 0;
      current = attempt;
      attempt = null;
      if (unloading) {
        set(VersionState.UNLOADING, StatusCode.OK, "");
      } else if (current != null) {
        set(VersionState.END, StatusCode.OK, "");
      }
    }
    if (unloading || current != null) {
      inform();
    }
    if (unloading && idle) {
      unload();
    }
    if (current != null) {
      current.end.complete(null);
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
      change(VersionState.END);
    }
  }
}
