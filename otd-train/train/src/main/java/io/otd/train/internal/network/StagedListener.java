// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells a listener of networks that are trained in two stages, as if they were one ensemble: the
 * networks of the second count after those of the first, and there is one end, with the steps and
 * the time of both. One thread at a time.
 */
public final class StagedListener {
  private final TrainingListener listener;
  private TrainingEvent.@Nullable Finished first;

  /**
   * Nothing has happened yet.
   *
   * @param listener of both stages
   */
  public StagedListener(TrainingListener listener) {
    this.listener = listener;
  }

  /**
   * The listener of the first stage, whose end is not that of the run unless it is stopped.
   *
   * @param more networks of the second stage, as far as is known before the first
   */
  public TrainingListener first(int more) {
    return event -> {
      if (event instanceof TrainingEvent.OfMember of) {
        listener.on(new TrainingEvent.OfMember(of.member(), of.members() + more, of.event()));
      } else if (event instanceof TrainingEvent.Finished end && end.outcome().over()) {
        first = end;
      } else {
        listener.on(event);
      }
    };
  }

  /** There is no second stage: reports the end of the first. */
  public void end() {
    if (first != null) {
      listener.on(first);
    }
  }

  /**
   * The listener of the second stage.
   *
   * @param before the last states of the networks of the first
   */
  public TrainingListener second(List<TrainingSnapshot> before) {
    return event -> listener.on(after(before, event));
  }

  private TrainingEvent after(List<TrainingSnapshot> before, TrainingEvent event) {
    if (event instanceof TrainingEvent.Saved saved) {
      return new TrainingEvent.Saved(
          Stream.concat(before.stream(), saved.snapshots().stream()).toList());
    }
    if (event instanceof TrainingEvent.OfMember of) {
      return new TrainingEvent.OfMember(
          before.size() + of.member(), before.size() + of.members(), of.event());
    }
    return event instanceof TrainingEvent.Finished end && first != null
        ? new TrainingEvent.Finished(
            end.outcome(), first.step() + end.step(), first.seconds() + end.seconds())
        : event;
  }
}
