// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.telemetry;

import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.internal.servable.Caller;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs and loads that go on although nobody waits for them any more. Most end soon. What TensorFlow
 * does not end, such as an endless loop that XLA has compiled, keeps its thread: it is counted,
 * reported after some time, and makes the server unhealthy once it occupies all threads.
 */
public final class AbandonedWork implements MultiCollector {
  /** After which it is reported. */
  public static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger("io.otd.serve.models");

  private final Set<Work> all = ConcurrentHashMap.newKeySet();
  private final int threads;
  private final Duration patience;
  private final LongSupplier nanos;
  private boolean told;
  private volatile boolean full;

  /** What is done. */
  public enum Kind {
    /** A run for one or more requests, in one of the threads for them. */
    RUN,

    /** The load of a version, in a thread of its own. */
    LOAD
  }

  /**
   * Nothing works yet.
   *
   * @param threads that run models for requests, at least 1
   * @param patience after which abandoned work is reported
   * @param nanos the time, as {@link System#nanoTime} gives it
   */
  public AbandonedWork(int threads, Duration patience, LongSupplier nanos) {
    this.threads = threads;
    this.patience = patience;
    this.nanos = nanos;
  }

  /**
   * Begins work of the calling thread, which ends when it is closed.
   *
   * @param signature that is run; empty for a load
   * @param caller waits for it
   */
  public Work begin(Kind kind, VersionId id, String signature, Caller caller) {
    Work work = new Work(kind, id, signature, caller);
    all.add(work);
    return work;
  }

  /** Reports what has been abandoned for long. Called regularly, by one thread. */
  public void look() {
    long now = nanos.getAsLong();
    all.forEach(work -> work.look(now));
    long stuck = all.stream().filter(work -> work.kind == Kind.RUN && work.isReported()).count();
    full = stuck >= threads;
    if (full && !told) {
      LOG.error(
          "all {} threads for requests are occupied by runs whose requests have ended: no request"
              + " is answered until one of them ends, or the server is restarted",
          threads);
    } else if (told && !full) {
      LOG.info("requests are answered again");
    }
    told = full;
  }

  /** Whether there is a thread that can run models: false if all have been abandoned for long. */
  public boolean leavesThreads() {
    return !full;
  }

  @Override
  public MetricSnapshots collect() {
    Map<Labels, Long> counts =
        all.stream()
            .filter(work -> work.caller.gone().isPresent())
            .collect(Collectors.groupingBy(Work::labels, Collectors.counting()));
    MetricValues values = new MetricValues("otd_");
    counts.forEach(
        (labels, count) ->
            values.set(
                "abandoned_work",
                "Runs and loads that have not ended, though nobody waits for them any more",
                labels,
                (double) count));
    return values.snapshots();
  }

  /** Work of one thread. */
  public final class Work implements AutoCloseable {
    private final Kind kind;
    private final VersionId id;
    private final String signature;
    private final Caller caller;
    private long goneAt;
    private boolean gone;
    private boolean reported;
    private boolean ended;

    private Work(Kind kind, VersionId id, String signature, Caller caller) {
      this.kind = kind;
      this.id = id;
      this.signature = signature;
      this.caller = caller;
    }

    private Labels labels() {
      return MetricValues.labels(id).add("kind", kind.name().toLowerCase(Locale.ROOT));
    }

    private synchronized boolean isReported() {
      return reported;
    }

    private synchronized void look(long now) {
      if (ended || reported || caller.gone().isEmpty()) {
        return;
      }
      goneAt = gone ? goneAt : now;
      gone = true;
      if (now - goneAt >= patience.toNanos()) {
        reported = true;
        LOG.warn("{}: {} still occupies a thread, {} s after {}", id, words(), seconds(now), end());
      }
    }

    @Override
    public void close() {
      all.remove(this);
      synchronized (this) {
        ended = true;
        if (reported) {
          LOG.info(
              "{}: {} has ended, {} s after {}", id, words(), seconds(nanos.getAsLong()), end());
        }
      }
    }

    private String words() {
      return kind == Kind.LOAD ? "its load" : "a run of " + signature;
    }

    private String end() {
      return kind == Kind.LOAD ? "it was given up" : "its request ended";
    }

    private double seconds(long now) {
      long millis = (now - goneAt) / 1_000_000;
      return millis / 1e3;
    }
  }
}
