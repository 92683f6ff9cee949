// SPDX-License-Identifier: Apache-2.0
package io.otd.train.progress;

/** Is told what happens while a model is trained, on the training thread. */
@FunctionalInterface
public interface TrainingListener {
  /** Hears nothing. */
  TrainingListener NONE = event -> {};

  /** Called for every event. */
  void on(TrainingEvent event);

  /** Tells this listener, then another. */
  default TrainingListener and(TrainingListener other) {
    return event -> {
      on(event);
      other.on(event);
    };
  }
}
