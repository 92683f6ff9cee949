// SPDX-License-Identifier: Apache-2.0
package io.otd.app.progress;

import io.otd.train.progress.ProgressEnd;
import io.otd.train.progress.ProgressText;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;

/** A bar with the networks or steps that are done and the time left. */
public final class ProgressDisplay implements TrainingListener, AutoCloseable {
  private static final int MILLIS = 250;

  private final PrintStream terminal;
  private final boolean verbose;
  private final ProgressText text = new ProgressText();
  private final TerminalLine line = new TerminalLine();
  private @Nullable ProgressBar bar;

  /**
   * Makes the listener.
   *
   * @param terminal where the bar is drawn
   * @param verbose whether losses and validation scores are shown
   */
  public ProgressDisplay(PrintStream terminal, boolean verbose) {
    this.terminal = terminal;
    this.verbose = verbose;
  }

  /** Called by the bar's own thread as well. */
  private String line(int columns) {
    synchronized (text) {
      return line.over(text.bar(columns, verbose), columns);
    }
  }

  @Override
  public void on(TrainingEvent event) {
    synchronized (text) {
      text.on(event);
    }
    if (event instanceof TrainingEvent.Started && bar == null) {
      bar =
          new ProgressBarBuilder()
              .setInitialMax(text.steps())
              .startsFrom(text.step(), java.time.Duration.ZERO)
              .setRenderer((state, columns) -> line(columns))
              .setUpdateIntervalMillis(MILLIS)
              .setConsumer(new ConsoleProgressBarConsumer(terminal))
              .build();
    }
    if (bar != null) {
      bar.stepTo(text.step());
    }
    if (event instanceof TrainingEvent.Working e) {
      if (bar != null) {
        bar.refresh();
      } else {
        terminal.println(e.what());
      }
    }
    if (event instanceof TrainingEvent.Finished e) {
      close();
      terminal.println(ProgressEnd.text(e));
    }
  }

  /** Leaves the last state of the bar on the terminal; doing so twice is harmless. */
  @Override
  public void close() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
