// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.program.TrainingState;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingEvent.Finished;
import io.otd.train.progress.TrainingEvent.OfMember;
import io.otd.train.progress.TrainingOutcome;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StagedListenerTest {
  private static final TrainingEvent WORKING = new TrainingEvent.Working("comparing");

  private final List<TrainingEvent> told = new ArrayList<>();
  private final StagedListener staged = new StagedListener(told::add);

  private static TrainingSnapshot snapshot() {
    float[] one = {1};
    return TrainingSnapshot.of(new TrainingState(10, one, one, one, one));
  }

  private static Finished ended(TrainingOutcome outcome, long step, double seconds) {
    return new Finished(outcome, step, seconds);
  }

  @Test
  void the_end_has_steps_and_time_of_both_stages() {
    staged.first(4).on(ended(TrainingOutcome.STOPPED_EARLY, 1000, 10));
    assertThat(told).isEmpty();
    staged.second(List.of()).on(ended(TrainingOutcome.COMPLETED, 500, 2.5));
    assertThat(told).containsExactly(ended(TrainingOutcome.COMPLETED, 1500, 12.5));
  }

  @Test
  void the_networks_of_both_stages_count_on() {
    staged.first(4).on(new OfMember(1, 2, WORKING));
    staged.second(List.of(snapshot(), snapshot())).on(new OfMember(1, 3, WORKING));
    assertThat(told).containsExactly(new OfMember(1, 6, WORKING), new OfMember(3, 5, WORKING));
  }

  @Test
  void without_a_second_stage_the_first_has_the_end() {
    staged.first(4).on(ended(TrainingOutcome.STOPPED_EARLY, 1000, 10));
    staged.end();
    assertThat(told).containsExactly(ended(TrainingOutcome.STOPPED_EARLY, 1000, 10));
  }

  @Test
  void a_stop_in_the_first_stage_is_the_end() {
    staged.first(4).on(ended(TrainingOutcome.INTERRUPTED, 1000, 10));
    staged.end();
    assertThat(told).containsExactly(ended(TrainingOutcome.INTERRUPTED, 1000, 10));
  }
}
