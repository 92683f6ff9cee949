// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.trained.TrainingSnapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/**
 * The states of the networks of a pool that have begun.
 *
 * @param of each network, in the order of the networks
 */
record PoolStates(Map<Place, TrainingSnapshot> of) {
  /** Keeps the order. */
  PoolStates {
    of = Collections.unmodifiableMap(new LinkedHashMap<>(of));
  }

  /** The place of a network in a pool, both numbers from 0. */
  record Place(int component, int member) {}

  /** Places of members of some components, one member of each after another. */
  static List<Place> places(List<Integer> components, int from, int to) {
    return IntStream.range(from, to)
        .boxed()
        .flatMap(m -> components.stream().map(c -> new Place(c, m)))
        .toList();
  }

  /** The states of the first places, as many as there are. */
  static PoolStates at(List<Place> places, List<TrainingSnapshot> snapshots) {
    Map<Place, TrainingSnapshot> states = new LinkedHashMap<>();
    for (int i = 0; i < Math.min(places.size(), snapshots.size()); i++) {
      states.put(places.get(i), snapshots.get(i));
    }
    return new PoolStates(states);
  }

  /** With those of further networks. */
  PoolStates and(PoolStates later) {
    Map<Place, TrainingSnapshot> all = new LinkedHashMap<>(of);
    all.putAll(later.of);
    return new PoolStates(all);
  }

  /** Those of the members with smaller numbers. */
  PoolStates before(int member) {
    return where((place, state) -> place.member < member);
  }

  /** Those that have taken a step, or that of the first network. */
  PoolStates stepped() {
    PoolStates stepped = where((place, state) -> state.step() > 0);
    return stepped.of.isEmpty() ? at(places().subList(0, 1), snapshots()) : stepped;
  }

  private PoolStates where(BiPredicate<Place, TrainingSnapshot> condition) {
    Map<Place, TrainingSnapshot> some = new LinkedHashMap<>();
    of.forEach(
        (place, state) -> {
          if (condition.test(place, state)) {
            some.put(place, state);
          }
        });
    return new PoolStates(some);
  }

  /** In the order of the networks. */
  List<TrainingSnapshot> snapshots() {
    return List.copyOf(of.values());
  }

  /** In the order of the networks. */
  List<Place> places() {
    return List.copyOf(of.keySet());
  }

  /** The states of the members of each component that has begun, by its number. */
  Map<Integer, List<TrainingSnapshot>> byComponent() {
    Map<Integer, List<TrainingSnapshot>> all = new TreeMap<>();
    of.forEach(
        (place, state) -> all.computeIfAbsent(place.component, c -> new ArrayList<>()).add(state));
    return all;
  }

  /** Members of the component that has most. */
  int mostMembers() {
    return byComponent().values().stream().mapToInt(List::size).max().orElse(0);
  }
}
