// SPDX-License-Identifier: Apache-2.0
package io.otd.train.progress;

import java.time.Clock;
import java.util.function.Consumer;

/**
 * Plain lines, each beginning with the name of its run. The more runs are active at once, the fewer
 * lines each has.
 *
 * @param lines receives each line, from several threads
 * @param clock for the time between lines
 * @param atOnce about how many runs are active at a time
 */
public record RunsLines(Consumer<String> lines, Clock clock, int atOnce) implements RunsProgress {
  @Override
  public TrainingListener listener(String run) {
    return new ProgressLines(line -> lines.accept(run + ": " + line), clock, atOnce, false);
  }

  @Override
  public void ended(String run, String how) {
    lines.accept(run + ": " + how);
  }

  @Override
  public void close() {
    // nothing to release
  }
}
