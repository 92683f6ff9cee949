// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingOutcome;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The events of an ensemble, derived from those of its members. One thread at a time. */
final class EnsembleProgress {
  private static final long FEWEST_MILLIS = 1000;

  private final Clock clock;
  private final long[] step;

  /** Maximum number of steps of each; the completed steps of one that has ended early. */
  private final long[] most;

  private final double[] fit;
  private final double[] dispersion;
  private final double[] action;
  private final double[] score;
  private final double[] best;

  /** Of the best score of each; 0 before it has one. */
  private final long[] bestStep;

  private boolean started;
  private long timedFrom = -1;
  private long stepsBefore;

  /**
   * Nothing has happened yet.
   *
   * @param steps most of each member
   * @param resumed states from which the first of them are resumed
   * @param clock for the rate
   */
  EnsembleProgress(long[] steps, List<TrainingSnapshot> resumed, Clock clock) {
    int members = steps.length;
    this.clock = clock;
    this.step = new long[members];
    this.most = steps.clone();
    this.fit = unknown(members);
    this.dispersion = unknown(members);
    this.action = unknown(members);
    this.score = unknown(members);
    this.best = unknown(members);
    this.bestStep = new long[members];
    for (int m = 0; m < resumed.size(); m++) {
      TrainingSnapshot state = resumed.get(m);
      step[m] = state.step();
      if (state.bestStep() >= 0) {
        best[m] = state.bestScore();
        bestStep[m] = state.bestStep();
      }
    }
  }

  private static double[] unknown(int members) {
    double[] values = new double[members];
    Arrays.fill(values, Double.NaN);
    return values;
  }

  /** The event of the ensemble that follows, if any. */
  Optional<TrainingEvent> of(int member, TrainingEvent event) {
    if (event instanceof TrainingEvent.Started e) {
      boolean first = !started;
      started = true;
      return first
          ? Optional.of(
              new TrainingEvent.Started(e.parameters(), e.rows(), e.batch(), most(), done()))
          : Optional.empty();
    }
    if (event instanceof TrainingEvent.Progressed e) {
      return Optional.of(progressed(member, e));
    }
    if (event instanceof TrainingEvent.Validated e) {
      score[member] = e.score();
      best[member] = e.bestScore();
      bestStep[member] = Math.max(0, e.bestStep());
      return Optional.of(
          new TrainingEvent.Validated(
              done(), mean(score), mean(best), Arrays.stream(bestStep).sum()));
    }
    if (event instanceof TrainingEvent.Finished e) {
      step[member] = e.step();
      most[member] = e.outcome() == TrainingOutcome.INTERRUPTED ? most[member] : e.step();
    }
    return Optional.empty();
  }

  private TrainingEvent progressed(int member, TrainingEvent.Progressed e) {
    step[member] = e.step();
    fit[member] = e.fit();
    dispersion[member] = e.dispersion();
    action[member] = e.action();
    return new TrainingEvent.Progressed(
        done(), most(), mean(fit), mean(dispersion), mean(action), rate());
  }

  /** Steps per second since the first call, which compiled, returned; NaN for the first second. */
  private double rate() {
    long now = clock.millis();
    if (timedFrom < 0) {
      timedFrom = now;
      stepsBefore = done();
    }
    long millis = now - timedFrom;
    return millis < FEWEST_MILLIS ? Double.NaN : 1000.0 * (done() - stepsBefore) / millis;
  }

  private long done() {
    return Arrays.stream(step).sum();
  }

  private long most() {
    return Arrays.stream(most).sum();
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).filter(v -> !Double.isNaN(v)).average().orElse(Double.NaN);
  }
}
