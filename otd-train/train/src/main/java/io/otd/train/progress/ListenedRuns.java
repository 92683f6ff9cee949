// SPDX-License-Identifier: Apache-2.0
package io.otd.train.progress;

/**
 * Passes the events of all runs to one listener, by one thread at a time.
 *
 * @param listener receives {@link TrainingEvent.OfRun} of each
 */
public record ListenedRuns(TrainingListener listener) implements RunsProgress {
  @Override
  public TrainingListener listener(String run) {
    return event -> tell(run, event);
  }

  @Override
  public void ended(String run, String how) {
    tell(run, new TrainingEvent.Ended(how));
  }

  private synchronized void tell(String run, TrainingEvent event) {
    listener.on(new TrainingEvent.OfRun(run, event));
  }

  @Override
  public void close() {
    // nothing to release
  }
}
