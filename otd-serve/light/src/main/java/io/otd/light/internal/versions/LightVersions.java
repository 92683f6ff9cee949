// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.versions;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.light.LightPredictor;
import io.otd.predict.CellPredictor;
import io.otd.predict.ModelCard;
import io.otd.predict.Predictor;
import io.otd.serve.internal.lifecycle.CurrentVersion;
import io.otd.serve.internal.lifecycle.VersionKind;
import io.otd.serve.internal.lifecycle.VersionListener;
import io.otd.serve.internal.parallel.DaemonThreads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The light predictor of the highest version in a directory, which may change while it is in use. A
 * call is answered by one version. A version with other input columns or targets is rejected.
 *
 * <p>Closing waits for running predictions. As {@code OtdPredictor} does, by the same class.
 */
public final class LightVersions implements Predictor {
  private final CurrentVersion<LightPredictor> current;
  private final Optional<ScheduledExecutorService> timer;

  private LightVersions(
      CurrentVersion<LightPredictor> current, Optional<ScheduledExecutorService> timer) {
    this.current = current;
    this.timer = timer;
  }

  /**
   * Opens the highest version.
   *
   * @param poll between the end of one look for another version and the next; zero for none
   * @param listener receives the versions after the first
   * @throws InvalidFileException if there is no version, or it is of another kind or damaged
   * @throws IOException if it cannot be read
   */
  public static LightVersions open(Path directory, Duration poll, VersionListener listener)
      throws IOException {
    Check.that(!poll.isNegative(), "poll", poll, "not negative");
    CurrentVersion<LightPredictor> current =
        CurrentVersion.open(
            directory,
            new VersionKind<>(LightPredictor::open, LightPredictor::schema, LightPredictor::close),
            listener,
            poll);
    return new LightVersions(
        current, poll.isZero() ? Optional.empty() : Optional.of(looking(current, poll)));
  }

  private static ScheduledExecutorService looking(CurrentVersion<?> current, Duration poll) {
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(new DaemonThreads("otd-versions"));
    ScheduledFuture<?> unused =
        timer.scheduleWithFixedDelay(
            current::look, poll.toNanos(), poll.toNanos(), TimeUnit.NANOSECONDS);
    return timer;
  }

  /**
   * Moves to the highest version in the directory, if it is not the one that answers.
   *
   * @return whether another version answers now
   * @throws InvalidFileException if there is none, or it is damaged, or has other columns; the
   *     previous version continues to answer, here and below
   * @throws IOException if it cannot be read
   * @throws IllegalStateException if the predictor is closed
   */
  public boolean refresh() throws IOException {
    return current.refresh();
  }

  @Override
  public ModelCard card() {
    return current.model().card();
  }

  @Override
  public <T> T during(Function<CellPredictor, T> work) {
    return current.during(model -> model.during(work));
  }

  @Override
  public void close() {
    timer.ifPresent(ExecutorService::shutdown);
    current.close();
  }
}
