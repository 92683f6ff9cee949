// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.table.problem.InputException;
import io.otd.train.internal.tuning.TuningResult;
import io.otd.train.settings.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The result of a search for settings. */
public final class SearchResult {
  private final TuningResult result;
  private final Observers observers;
  private final Machine machine;

  SearchResult(TuningResult result, Observers observers, Machine machine) {
    this.result = result;
    this.observers = observers;
    this.machine = machine;
  }

  /** Whether it was stopped before all trials were finished. */
  public boolean interrupted() {
    return result.interrupted();
  }

  /** Whether any trial has a score: false if all of them diverged. */
  public boolean found() {
    return result.bestSettings().isPresent();
  }

  /**
   * Trains with the best settings, with the original number of networks and the same listeners.
   *
   * @throws InputException if no trial has a score
   */
  public Otd best() {
    return new Otd(settings(), observers, machine);
  }

  /**
   * The best settings, by their paths.
   *
   * @throws InputException if no trial has a score
   */
  public Map<String, String> bestSettings() {
    return settings().flat();
  }

  private Settings settings() {
    return result
        .bestSettings()
        .orElseThrow(
            () -> new InputException("search: no trial has a validation score; all diverged"));
  }

  /** The validation energy score of the best trial, standardised; infinite if none has one. */
  public double bestScore() {
    return result.bestScore();
  }

  /**
   * The best trials as text, one per line.
   *
   * @param most maximum number of trials
   */
  public List<String> lines(int most) {
    return result.lines(most);
  }

  /** Elapsed time, without the time before an interruption. */
  public double seconds() {
    return result.seconds();
  }

  /** Directory of the trials; deleted if it was temporary. */
  public Path directory() {
    return result.directory();
  }

  /** The file with the best settings; empty if no trial has a score. */
  public Optional<Path> bestFile() {
    return result.bestFile();
  }
}
