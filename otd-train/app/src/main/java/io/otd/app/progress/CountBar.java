// SPDX-License-Identifier: Apache-2.0
package io.otd.app.progress;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar on a terminal: how many are done of all, and the time left. */
public final class CountBar implements CountProgress {
  private static final int MILLIS = 250;

  private final ProgressBar bar;
  private final PrintStream terminal;
  private long most;
  private boolean closed;

  /**
   * Draws the bar.
   *
   * @param task what is done, such as {@code fields solved}
   * @param all how many there will be
   * @param terminal where it is drawn
   */
  public CountBar(String task, long all, PrintStream terminal) {
    this.terminal = terminal;
    bar =
        new ProgressBarBuilder()
            .setTaskName(task)
            .setInitialMax(all)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(MILLIS)
            .setConsumer(new WithoutEnd(terminal))
            .build();
  }

  @Override
  public synchronized void done(long count) {
    if (count > most) {
      most = count;
      bar.stepTo(count);
    }
  }

  /** Leaves the last state of the bar on the terminal; doing so twice is harmless. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      bar.close();
      terminal.println();
    }
  }

  /** Does not end the line: a bar that is closed before it is first drawn would not either. */
  private static final class WithoutEnd extends ConsoleProgressBarConsumer {
    WithoutEnd(PrintStream terminal) {
      super(terminal);
    }

    @Override
    public void close() {
      // The bar ends its line itself.
    }
  }
}
