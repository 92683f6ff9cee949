// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import java.util.List;
import java.util.stream.Stream;

/** The events of a fit that is one stage of a run, as events of the run. */
public final class StageEvents {
  private StageEvents() {}

  /**
   * A stage that others follow: its end is not that of the run, and its networks are not all.
   *
   * @param more networks that may follow
   * @param listener of the run
   */
  public static TrainingListener ofFirst(int more, TrainingListener listener) {
    return event -> {
      if (event instanceof TrainingEvent.OfMember of) {
        listener.on(new TrainingEvent.OfMember(of.member(), of.members() + more, of.event()));
      } else if (!(event instanceof TrainingEvent.Finished end && end.outcome().over())) {
        listener.on(event);
      }
    };
  }

  /**
   * A stage whose networks count after others, as do their states.
   *
   * @param before states of the networks of the stages before
   * @param listener of the run
   */
  public static TrainingListener after(List<TrainingSnapshot> before, TrainingListener listener) {
    int count = before.size();
    return event -> {
      if (event instanceof TrainingEvent.Saved saved) {
        listener.on(
            new TrainingEvent.Saved(
                Stream.concat(before.stream(), saved.snapshots().stream()).toList()));
      } else if (event instanceof TrainingEvent.OfMember of) {
        listener.on(
            new TrainingEvent.OfMember(count + of.member(), count + of.members(), of.event()));
      } else {
        listener.on(event);
      }
    };
  }
}
