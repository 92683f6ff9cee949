package io.otd.serve.registry;

import io.otd.serve.inspection.InspectedModel;
import io.otd.serve.lifecycle.VersionListener;
import io.otd.serve.lifecycle.VersionState;
import io.otd.serve.lifecycle.VersionStatus;
import io.otd.serve.servable.ServedModel;
import io.otd.serve.servable.SignatureRunner;
import io.otd.serve.status.StatusCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One version on its way from found to gone. */
final class ModelVersion {
  private final String model;
  private final long number;
  private final Path directory;
  private final VersionListener listener;
  private VersionState state = VersionState.START;
  private StatusCode code = StatusCode.OK;
  private String message = "";
  private @Nullable ServedModel served;
  private int leases;
  private int trials;
  private Instant next = Instant.MIN;

  ModelVersion(String model, long number, Path directory, VersionListener listener) {
    this.model = model;
    this.number = number;
    this.directory = directory;
    this.listener = listener;
  }

  /** Whether it is worth trying to load it now. */
  synchronized boolean isDue(RegistrySettings settings, Instant now) {
    return state == VersionState.START
        || (state == VersionState.END
            && trials > 0
            && trials <= settings.loadRetries()
            && !now.isBefore(next));
  }

  /** Tries to load it, and says how that went in the status. */
  void load(VersionLoader loader, RegistrySettings settings, Clock clock) {
    change(VersionState.LOADING, StatusCode.OK, "");
    try {
      ServedModel loaded = loader.load(model, number, directory);
      synchronized (this) {
        served = loaded;
        trials = 0;
      }
      change(VersionState.AVAILABLE, StatusCode.OK, "");
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      synchronized (this) {
        trials++;
        next = clock.instant().plus(settings.retryInterval());
      }
      VersionStatus failed = VersionStatus.failed(number, e);
      change(failed.state(), failed.code(), failed.message());
    }
  }

  private void change(VersionState to, StatusCode why, String words) {
    synchronized (this) {
      state = to;
      code = why;
      message = words;
    }
    listener.changed(model, new VersionStatus(number, to, why, words));
  }

  synchronized VersionStatus status() {
    return new VersionStatus(number, state, code, message);
  }

  /** Whether it has been unloaded, or let go before it was loaded. */
  synchronized boolean isGone() {
    return state == VersionState.END && trials == 0;
  }

  /** Whether it has ever answered. */
  synchronized boolean wasServed() {
    return trials == 0 && state != VersionState.START;
  }

  synchronized boolean isAvailable() {
    return state == VersionState.AVAILABLE;
  }

  /** Nothing if it does not answer. */
  synchronized @Nullable Lease lease() {
    ServedModel current = served;
    if (state != VersionState.AVAILABLE || current == null) {
      return null;
    }
    leases++;
    return new Use(current);
  }

  /** Takes no more requests from now on; closed after the last that has it. */
  void retire() {
    boolean unloading;
    boolean idle;
    synchronized (this) {
      unloading = state == VersionState.AVAILABLE;
      idle = leases == 0;
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

  private void release() {
    boolean last;
    synchronized (this) {
      leases--;
      last = leases == 0 && state == VersionState.UNLOADING;
    }
    if (last) {
      unload();
    }
  }

  private void unload() {
    ServedModel current;
    synchronized (this) {
      current = served;
      served = null;
    }
    if (current != null) {
      current.close();
      change(VersionState.END, StatusCode.OK, "");
    }
  }

  /** The lease of one user. */
  private final class Use implements Lease {
    private final ServedModel current;
    private final AtomicBoolean closed = new AtomicBoolean();

    Use(ServedModel current) {
      this.current = current;
    }

    @Override
    public String model() {
      return model;
    }

    @Override
    public long version() {
      return number;
    }

    @Override
    public InspectedModel offers() {
      return current.model();
    }

    @Override
    public SignatureRunner runner() {
      return current;
    }

    @Override
    public void close() {
      if (closed.compareAndSet(false, true)) {
        release();
      }
    }
  }
}
