// SPDX-License-Identifier: Apache-2.0
package io.otd.train.progress;

/** Receives the events of a training, on the training thread. */
@FunctionalInterface
public interface TrainingListener {
  /** Ignores all events. */
  TrainingListener NONE = event -> {};

  /** Called for every event. */
  void on(TrainingEvent event);

  /** Notifies this listener, then another. */
  default TrainingListener and(TrainingListener other) {
    return event -> {
      on(event);
      other.on(event);
    };
  }
}
