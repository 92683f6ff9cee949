// SPDX-License-Identifier: Apache-2.0
package io.otd.train.progress;

import java.time.Clock;
import java.util.function.Consumer;

/** A plain line every few seconds, and sooner after a better validation score if it is shown. */
public final class ProgressLines implements TrainingListener {
  private static final long MILLIS = 5_000;
  private static final long MILLIS_AFTER_IMPROVEMENT = 2_000;

  private final Consumer<String> lines;
  private final Clock clock;
  private final int atOnce;
  private final boolean verbose;
  private final ProgressText text = new ProgressText();
  private long last;
  private long bestStep = -1;
  private boolean begun;
  private boolean improved;
  private boolean progressed;
  private String shown = "";

  /**
   * Makes the listener.
   *
   * @param lines receives each line
   * @param clock for the time between lines
   */
  public ProgressLines(Consumer<String> lines, Clock clock) {
    this(lines, clock, false);
  }

  /**
   * Makes the listener.
   *
   * @param lines receives each line
   * @param clock for the time between lines
   * @param verbose whether losses and validation scores are shown
   */
  public ProgressLines(Consumer<String> lines, Clock clock, boolean verbose) {
    this(lines, clock, 1, verbose);
  }

  /**
   * Makes one listener of several.
   *
   * @param atOnce about how many runs are active at a time; the time between lines grows in
   *     proportion
   */
  ProgressLines(Consumer<String> lines, Clock clock, int atOnce, boolean verbose) {
    this.verbose = verbose;
    this.lines = lines;
    this.clock = clock;
    this.atOnce = atOnce;
    this.last = clock.millis();
  }

  @Override
  public void on(TrainingEvent event) {
    text.on(event);
    if (event instanceof TrainingEvent.Started e && !begun) { // not the second stage of a pool
      begun = true;
      lines.accept(
          (e.step() == 0 ? "training" : "resuming after step " + e.step())
              // Members may have different numbers of rows, and any of them may begin first.
              + (text.members() == 1
                  ? ": %s parameters, %s rows, batch %s"
                      .formatted(e.parameters(), e.rows(), e.batch())
                  : ": %s networks".formatted(text.members())));
    } else if (event instanceof TrainingEvent.Progressed) {
      progressed = true;
      long since = clock.millis() - last;
      if (since >= MILLIS * atOnce
          || (verbose && improved && since >= MILLIS_AFTER_IMPROVEMENT * atOnce)) {
        line();
      }
    } else if (event instanceof TrainingEvent.Validated e) {
      improved |= e.bestStep() > bestStep;
      bestStep = e.bestStep();
    } else if (event instanceof TrainingEvent.Working e) {
      lines.accept(e.what());
    } else if (event instanceof TrainingEvent.Finished e) {
      if (progressed) { // not where a resumed run was already done
        line();
      }
      lines.accept(ProgressEnd.text(e));
    }
  }

  private void line() {
    last = clock.millis();
    improved = false;
    String speed = text.speed();
    String scores = verbose ? text.scores() : "";
    String line =
        text.progress()
            + (scores.isEmpty() ? "" : ": " + scores)
            + (speed.isEmpty() ? "" : "; " + speed);
    if (!line.equals(shown)) { // as at an end that comes right after a line
      lines.accept(line);
    }
    shown = line;
  }
}
