// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.program.TrainingState;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.internal.fit.PoolStates.Place;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PoolStatesTest {
  /** Of three components, of which the first and the last are continued. */
  private static final List<Place> PLACES =
      List.of(
          new Place(0, 0),
          new Place(1, 0),
          new Place(2, 0),
          new Place(0, 1),
          new Place(2, 1),
          new Place(0, 2));

  private static List<TrainingSnapshot> snapshots(long... steps) {
    float[] none = new float[0];
    return LongStream.of(steps)
        .mapToObj(step -> TrainingSnapshot.of(new TrainingState(step, none, none, none, none)))
        .toList();
  }

  @Test
  void members_follow_round_by_round() {
    assertThat(PoolStates.places(List.of(0, 2), 1, 3))
        .containsExactly(new Place(0, 1), new Place(2, 1), new Place(0, 2), new Place(2, 2));
  }

  @Test
  void states_are_known_by_component_and_member() {
    PoolStates states = PoolStates.at(PLACES, snapshots(1, 2, 3, 4, 5, 6));
    assertThat(states.byComponent().get(0))
        .extracting(TrainingSnapshot::step)
        .containsExactly(1L, 4L, 6L);
    assertThat(states.byComponent().get(2))
        .extracting(TrainingSnapshot::step)
        .containsExactly(3L, 5L);
    assertThat(states.mostMembers()).isEqualTo(3);
    assertThat(states.before(2).places()).isEqualTo(PLACES.subList(0, 5));
  }

  @Test
  void stages_add_to_each_other_in_the_order_of_the_networks() {
    List<TrainingSnapshot> all = snapshots(1, 2, 3, 4, 5);
    PoolStates first = PoolStates.at(PLACES.subList(0, 3), all.subList(0, 3));
    PoolStates further = PoolStates.at(PLACES.subList(3, 6), all.subList(3, 5));
    assertThat(first.and(further).places()).isEqualTo(PLACES.subList(0, 5));
    assertThat(first.and(further).snapshots()).isEqualTo(all);
  }

  @Test
  void without_any_step_the_first_network_stands_for_all() {
    assertThat(PoolStates.at(PLACES, snapshots(0, 7, 0)).stepped().places())
        .containsExactly(new Place(1, 0));
    assertThat(PoolStates.at(PLACES, snapshots(0, 0, 0)).stepped().places())
        .containsExactly(new Place(0, 0));
  }
}
