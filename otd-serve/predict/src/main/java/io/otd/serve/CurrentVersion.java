// SPDX-License-Identifier: Apache-2.0
package io.otd.serve;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.savedmodel.VersionDirectories;
import io.otd.serve.internal.lifecycle.ModelVersion;
import io.otd.serve.internal.lifecycle.VersionListener;
import io.otd.serve.internal.lifecycle.VersionState;
import io.otd.serve.internal.lifecycle.VersionStatus;
import io.otd.serve.internal.lifecycle.VersionUse;
import io.otd.serve.internal.status.StatusCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The version of a model that answers: of a base directory the highest there is, as of the last
 * look. Another is loaded and tried before it takes over, and the one before is closed when its
 * last user has left it; one that cannot be had changes nothing. Any number of threads may use it
 * and look for others.
 */
final class CurrentVersion implements AutoCloseable {
  private final Path directory;
  private final Loader loader;
  private final VersionListener listener;
  private final Lock control = new ReentrantLock();
  private final Trials trials = new Trials();
  private volatile Answering current;
  private boolean closed;
  private String told = "";

  private CurrentVersion(Path directory, Loader loader, VersionListener listener)
      throws IOException {
    this.directory = directory;
    this.loader = loader;
    this.listener = listener;
    this.current = load(highest(), loader::load);
  }

  /** Loads a version. */
  @FunctionalInterface
  interface Loader {
    LoadedModel load(Path version) throws IOException;
  }

  /** The version that answers; the model may be closed, but still says what it is. */
  private record Answering(ModelVersion<LoadedModel> version, LoadedModel model) {}

  /** When a version that failed is worth another trial: after 1, 2, 4 ... 64 more looks. */
  private static final class Trials {
    private static final int MAX_DOUBLINGS = 6;
    private @Nullable Path failed;
    private int failures;
    private int looks;

    boolean isDue(Path version) {
      if (!version.equals(failed)) {
        return true;
      }
      looks--;
      return looks <= 0;
    }

    void fail(Path version) {
      failures = version.equals(failed) ? failures + 1 : 0;
      failed = version;
      looks = 1 << Math.min(failures, MAX_DOUBLINGS);
    }
  }

  /**
   * Loads the first version.
   *
   * @param directory of one version, or of all versions
   * @param listener is told of those that come after the first
   */
  static CurrentVersion open(Path directory, Loader loader, VersionListener listener)
      throws IOException {
    return new CurrentVersion(directory, loader, listener);
  }

  private Path highest() throws IOException {
    return VersionDirectories.resolve(directory)
        .orElseThrow(
            () ->
                new InvalidFileException(
                    directory,
                    "no model: neither %s nor a directory named by a version in it"
                        .formatted(ServingNames.MODEL_FILE)));
  }

  /** The version that answers, not to be asked: it may be closed at any time. */
  LoadedModel model() {
    return current.model();
  }

  /**
   * Uses one version, to the end of the work.
   *
   * @throws IllegalStateException if this is closed
   */
  <T> T during(Function<LoadedModel, T> work) {
    while (true) {
      Answering answering = current;
      try (VersionUse<LoadedModel> use = answering.version().use()) {
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

  static IllegalStateException closed(Path directory) {
    return new IllegalStateException("predictor of %s: closed".formatted(directory));
  }

  /**
   * Moves to the highest version, if another one answers.
   *
   * @return whether another one did
   * @throws IOException if it cannot be had; then nothing has changed
   */
  boolean refresh() throws IOException {
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

  /** The same, but that it waits with a version that failed, and that failures are only told. */
  void look() {
    control.lock();
    try {
      Optional<Path> next = closed ? Optional.empty() : listed();
      if (next.isPresent() && trials.isDue(next.get())) {
        boolean unused = moveTo(next.get());
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      // The listener knows.
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
    Answering before = current;
    if (next.equals(before.version().directory())) {
      told = "";
      return false;
    }
    try {
      current = load(next, version -> loadLike(version, before.model()));
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      trials.fail(next);
      VersionStatus failed = VersionStatus.failed(number(next), e);
      tell(e, () -> listener.changed(directory.toString(), failed));
      throw e;
    }
    told = "";
    changed(number(next), VersionState.AVAILABLE);
    before.version().retire();
    before.version().awaitEnd();
    before.model().version().ifPresent(old -> changed(old, VersionState.END));
    return true;
  }

  /** Loads a version. What is told of it waits until it has taken over. */
  private Answering load(Path found, ModelVersion.Loader<LoadedModel> by) throws IOException {
    ModelVersion<LoadedModel> version =
        new ModelVersion<>(
            directory.toString(), number(found), found, LoadedModel::close, VersionListener.none());
    version.load(by, () -> Instant.MIN);
    try (VersionUse<LoadedModel> use = version.use()) {
      if (use == null) {
        throw new IllegalStateException("version " + number(found) + ": loaded, does not answer");
      }
      return new Answering(version, use.loaded());
    }
  }

  private static long number(Path version) {
    return VersionDirectories.number(version.getFileName().toString()).orElse(0);
  }

  private LoadedModel loadLike(Path next, LoadedModel before) throws IOException {
    LoadedModel loaded = loader.load(next);
    try {
      loaded.requireLike(before);
      return loaded;
    } catch (InvalidFileException e) {
      loaded.close();
      throw e;
    }
  }

  private void changed(long number, VersionState state) {
    listener.changed(directory.toString(), new VersionStatus(number, state, StatusCode.OK, ""));
  }

  /** Once, not at every look. */
  private void tell(Throwable failure, Runnable telling) {
    if (!failure.toString().equals(told)) {
      told = failure.toString();
      telling.run();
    }
  }

  @Override
  public void close() {
    control.lock();
    try {
      closed = true;
      current.version().retire();
      current.version().awaitEnd();
    } finally {
      control.unlock();
    }
  }
}
