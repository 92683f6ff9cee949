// SPDX-License-Identifier: Apache-2.0
package io.otd.train.progress;

import java.util.HashMap;
import java.util.Map;

/**
 * Shows all events: those of a single run through one listener, those of several runs through
 * another.
 *
 * <p>One thread at a time.
 */
public final class RunsListener implements TrainingListener {
  private final TrainingListener single;
  private final RunsProgress several;
  private final Map<String, TrainingListener> going = new HashMap<>();

  /**
   * Makes the listener.
   *
   * @param single shows a run that is alone
   * @param several shows events of type {@link TrainingEvent.OfRun}
   */
  public RunsListener(TrainingListener single, RunsProgress several) {
    this.single = single;
    this.several = several;
  }

  @Override
  public void on(TrainingEvent event) {
    if (!(event instanceof TrainingEvent.OfRun of)) {
      single.on(event);
    } else if (of.event() instanceof TrainingEvent.Ended end) {
      going.remove(of.run());
      several.ended(of.run(), end.how());
    } else if (going.containsKey(of.run()) || !(of.event() instanceof TrainingEvent.Working)) {
      // Work after the end of training is left out: the run is no longer among the active ones.
      going.computeIfAbsent(of.run(), several::listener).on(of.event());
      if (of.event() instanceof TrainingEvent.Finished) {
        going.remove(of.run());
      }
    }
  }
}
