// SPDX-License-Identifier: Apache-2.0
package io.otd.app.progress;

import io.otd.train.progress.ProgressEnd;
import io.otd.train.progress.ProgressText;
import io.otd.train.progress.RunsProgress;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;

/**
 * One line on a terminal for all active runs: how many are done, and the step and validation score
 * of each; a separate line for each run that has ended.
 */
public final class RunsDisplay implements RunsProgress {
  private static final int MILLIS = 250;

  private final PrintStream terminal;
  private final int runs;
  private final Map<String, ProgressText> active = new LinkedHashMap<>();
  private final ProgressBar bar;
  private int done;
  private final TerminalLine shown = new TerminalLine();
  private int width;
  private boolean closed;

  /**
   * Makes the display and draws it.
   *
   * @param terminal where it is drawn
   * @param runs how many there will be
   */
  public RunsDisplay(PrintStream terminal, int runs) {
    this.terminal = terminal;
    this.runs = runs;
    this.bar =
        new ProgressBarBuilder()
            .setInitialMax(runs)
            .setRenderer((state, columns) -> line(columns))
            .setUpdateIntervalMillis(MILLIS)
            .setConsumer(new ConsoleProgressBarConsumer(terminal))
            .build();
  }

  private synchronized String line(int columns) {
    String line =
        "%s of %s done%s"
            .formatted(
                done,
                runs,
                active.entrySet().stream()
                    .map(run -> " | " + run.getKey() + " " + run.getValue().brief())
                    .collect(Collectors.joining()));
    String drawn = shown.over(line, columns);
    width = drawn.length();
    return drawn;
  }

  @Override
  public TrainingListener listener(String run) {
    return event -> on(run, event);
  }

  private synchronized void on(String run, TrainingEvent event) {
    active.computeIfAbsent(run, r -> new ProgressText()).on(event);
    if (event instanceof TrainingEvent.Finished e) {
      ended(run, ProgressEnd.text(e));
    }
  }

  @Override
  public synchronized void ended(String run, String how) {
    active.remove(run);
    done++;
    String text = run + ": " + how;
    // Overwrites the line of the progress bar, which is redrawn below.
    terminal.println("\r" + text + " ".repeat(Math.max(0, width - text.length())));
    bar.stepTo(done);
  }

  /** Leaves the last state on the terminal; doing so twice is harmless. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      bar.close();
    }
  }
}
