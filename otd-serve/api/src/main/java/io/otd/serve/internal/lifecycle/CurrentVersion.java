// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.lifecycle;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.files.IoFunction;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.savedmodel.VersionDirectories;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.TableSchema;
import io.otd.serve.internal.status.StatusCode;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * The version of a model that answers: of a base directory the highest there is, as of the last
 * look. Another version is loaded and tested before it takes over, and the previous one is closed
 * after its last use. A version that cannot be loaded, or that has other columns, changes nothing.
 * Any number of threads may use it and look for others.
 *
 * @param <M> what is loaded
 */
public final class CurrentVersion<M> implements AutoCloseable {
  /** A version that fails is tried again after 1, 2, 4 ... 64 looks. */
  private static final int DOUBLINGS = 6;

  private static final Logger LOG = System.getLogger("io.otd.serve.models");

  private final Path directory;
  private final VersionKind<M> kind;
  private final VersionListener listener;
  private final Lock control = new ReentrantLock();
  private final Duration poll;
  private final Trials trials;
  private volatile Answering<M> current;
  private Instant looked = Instant.EPOCH;
  private volatile boolean closed;
  private String reported = "";

  private CurrentVersion(
      Path directory, VersionKind<M> kind, VersionListener listener, Duration poll)
      throws IOException {
    this.directory = directory;
    this.kind = kind;
    this.listener = listener;
    this.poll = poll;
    this.trials = new Trials(new RetryPauses(DOUBLINGS, poll.multipliedBy(1L << DOUBLINGS)));
    this.current = load(highest(), kind.load());
  }

  /** The version that answers; the model may be closed, but its description remains available. */
  private record Answering<M>(ModelVersion<M> version, M model) {}

  /**
   * Loads the first version.
   *
   * @param <M> what is loaded
   * @param directory of one version, or of all versions
   * @param kind loads versions
   * @param listener receives the versions after the first
   * @param poll between two looks
   * @throws InvalidFileException if there is none, or it is damaged
   * @throws IOException what loading it throws
   */
  public static <M> CurrentVersion<M> open(
      Path directory, VersionKind<M> kind, VersionListener listener, Duration poll)
      throws IOException {
    return new CurrentVersion<>(directory, kind, listener, poll);
  }

  private Path highest() throws IOException {
    return VersionDirectories.resolve(directory)
        .orElseThrow(() -> VersionDirectories.noModel(directory, ServingNames.MODEL_FILE));
  }

  /** The version that answers, not for requests: it may be closed at any time. */
  public M model() {
    return current.model();
  }

  /**
   * Uses one version, to the end of the work.
   *
   * @param <T> result of the work
   * @param work begins once; what it throws is thrown here
   * @throws IllegalStateException if this is closed
   */
  public <T> T during(Function<M, T> work) {
    while (true) {
      Answering<M> answering = current;
      try (VersionUse<M> use = answering.version().use()) {
        if (use != null) {
          return work.apply(use.loaded());
        }
      }
      if (answering.version()
          == current.version()) { // Otherwise another version took over before the work began.
        throw closed(directory);
      }
    }
  }

  /** The exception after closing. */
  public static IllegalStateException closed(Path directory) {
    return new IllegalStateException("predictor of %s: closed".formatted(directory));
  }

  /**
   * Moves to the highest version, if another one answers.
   *
   * @return whether another one did
   * @throws InvalidFileException if there is none, it is damaged, or has other columns; here and
   *     below, nothing has changed then
   * @throws IOException if it cannot be had
   * @throws IllegalStateException if this is closed
   */
  public boolean refresh() throws IOException {
    control.lock();
    try {
      if (closed) {
        throw closed(directory);
      }
      return moveTo(highest());
    } finally {
      control.unlock();
    }
  }

  /**
   * The same, but a version that failed waits for its next trial, and failures are only reported.
   * Time is counted in looks.
   */
  public void look() {
    control.lock();
    try {
      looked = looked.plus(poll);
      Optional<Path> next = closed ? Optional.empty() : listed();
      if (next.isPresent() && trials.isDue(next.get(), looked)) {
        boolean unused = moveTo(next.get());
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      // The listener has been notified.
    } finally {
      control.unlock();
    }
  }

  private Optional<Path> listed() {
    try {
      return Optional.of(highest());
    } catch (IOException | RuntimeException e) {
      tell(e, () -> listener.unlisted(directory.toString(), String.valueOf(e.getMessage())));
      return Optional.empty();
    }
  }

  private boolean moveTo(Path next) throws IOException {
    Answering<M> before = current;
    if (next.equals(before.version().directory())) {
      if (!reported.isEmpty()) { // the reported failure has passed
        reported = "";
        changed(number(next), VersionState.AVAILABLE);
      }
      return false;
    }
    trials.begin(next);
    try {
      Answering<M> loaded = load(next, version -> loadLike(version, before.model()));
      takeOver(loaded);
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      Duration pause = trials.fail(looked);
      VersionStatus failed = VersionStatus.failed(number(next), e);
      tell(
          e,
          () -> {
            listener.changed(directory.toString(), failed);
            listener.waits(id(next), Optional.of(pause));
          });
      throw e;
    }
    trials.forget();
    reported = "";
    changed(number(next), VersionState.AVAILABLE);
    before.version().retire();
    before.version().awaitEnd();
    named(before.version().directory()).ifPresent(old -> changed(old, VersionState.END));
    return true;
  }

  /** Closing does not wait for what is being loaded. */
  private void takeOver(Answering<M> next) {
    synchronized (trials) {
      if (!closed) {
        current = next;
        return;
      }
    }
    next.version().retire();
    throw closed(directory);
  }

  /** Loads a version. Its events are held back until it has taken over. */
  private Answering<M> load(Path found, IoFunction<Path, M> by) throws IOException {
    ModelVersion<M> version =
        new ModelVersion<>(id(found), found, kind.close(), VersionListener.none());
    version.load(by);
    try (VersionUse<M> use = version.use()) {
      if (use == null) {
        throw new IllegalStateException("version " + number(found) + ": loaded, does not answer");
      }
      return new Answering<>(version, use.loaded());
    }
  }

  private VersionId id(Path version) {
    return new VersionId(directory.toString(), number(version));
  }

  private static OptionalLong named(Path version) {
    return VersionDirectories.number(version.getFileName().toString());
  }

  private static long number(Path version) {
    return named(version).orElse(0);
  }

  /** Rows and predictions of a caller must mean the same with the next version. */
  private M loadLike(Path next, M before) throws IOException {
    M loaded = kind.load().apply(next);
    try {
      TableSchema mine = kind.schema().apply(loaded);
      TableSchema others = kind.schema().apply(before);
      requireSame(next, "input columns", inputs(mine), inputs(others));
      requireSame(next, "targets", mine.targetNames(), others.targetNames());
      return loaded;
    } catch (IOException | RuntimeException | Error e) {
      kind.close().accept(loaded);
      throw e;
    }
  }

  private static List<String> inputs(TableSchema schema) {
    return schema.inputs().stream().map(CurrentVersion::input).toList();
  }

  private static String input(InputColumn column) {
    return column.name() + column.match(number -> " (number)", text -> " (text)");
  }

  private static void requireSame(Path version, String what, List<String> mine, List<String> others)
      throws InvalidFileException {
    if (!mine.equals(others)) {
      throw new InvalidFileException(
          version,
          "%s %s (expected: %s, as the version in use has them)".formatted(what, mine, others));
    }
  }

  private void changed(long number, VersionState state) {
    VersionStatus status = new VersionStatus(number, state, StatusCode.OK, "");
    inform(() -> listener.changed(directory.toString(), status));
  }

  /** A listener that fails must not keep the previous version open. */
  private void inform(Runnable telling) {
    try {
      telling.run();
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "the listener of the versions of " + directory + " failed", e);
    }
  }

  /** Once, not at every look. */
  private void tell(Throwable failure, Runnable telling) {
    if (!failure.toString().equals(reported)) {
      reported = failure.toString();
      inform(telling);
    }
  }

  @Override
  public void close() {
    ModelVersion<M> last;
    synchronized (trials) {
      closed = true;
      last = current.version();
    }
    last.retire();
    last.awaitEnd();
  }
}
