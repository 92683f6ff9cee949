// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.internal.network.EnsembleFit;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import io.otd.train.progress.TrainingOutcome;
import io.otd.train.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Trains the networks of a pool: first one of each kind, then the other members of those kinds that
 * these let hope for a share. The networks count in this order, member 0 of each kind first; those
 * of the first kind are the ones that its method would train alone.
 */
final class PoolTraining {
  private final List<Settings> kinds;
  private final PreparedTable data;
  private final EnsembleFit ensemble;
  private final Members members;
  private final PoolFit fit;

  /** Opens the data of a member for a kind. */
  @FunctionalInterface
  interface Members {
    EnsembleFit.MemberData.Opened open(Settings kind, int member);
  }

  PoolTraining(
      Settings settings, PreparedTable data, EnsembleFit ensemble, Members members, PoolFit fit) {
    this.kinds = settings.kinds();
    this.data = data;
    this.ensemble = ensemble;
    this.members = members;
    this.fit = fit;
  }

  /** A place among the networks. */
  private record Place(int kind, int member) {}

  private List<Place> first() {
    return IntStream.range(0, kinds.size()).mapToObj(c -> new Place(c, 0)).toList();
  }

  private List<Place> others(List<Integer> promising) {
    return promising.stream()
        .flatMap(c -> IntStream.range(1, data.plan().members()).mapToObj(m -> new Place(c, m)))
        .toList();
  }

  private EnsembleFit.Network network(Place place) {
    Settings kind = kinds.get(place.kind);
    long seed =
        Uniforms.branch(kind.training().seed(), place.kind * data.plan().members() + place.member);
    return new EnsembleFit.Network(
        kind.modelSpec(data.schema().width(), data.schema().targets().size()),
        data.trainingSettings(kind).withSeed(seed));
  }

  /**
   * Trains.
   *
   * @param resumed snapshots of the first networks, each at any stage
   * @return the snapshots in the order of the networks
   */
  EnsembleFit.Result train(List<TrainingSnapshot> resumed, TrainingListener listener) {
    int count = Math.min(kinds.size(), resumed.size());
    EnsembleFit.Result begun = stage(first(), resumed.subList(0, count), withoutEnd(listener));
    boolean interrupted = begun.outcome() == TrainingOutcome.INTERRUPTED;
    List<Place> others =
        interrupted ? List.of() : others(fit.promising(trained(begun.snapshots())));
    if (others.isEmpty()) {
      return begun;
    }
    EnsembleFit.Result rest =
        stage(others, resumed.subList(count, resumed.size()), after(begun.snapshots(), listener));
    return new EnsembleFit.Result(
        Stream.concat(begun.snapshots().stream(), rest.snapshots().stream()).toList(),
        rest.outcome().compareTo(begun.outcome()) > 0 ? rest.outcome() : begun.outcome());
  }

  private EnsembleFit.Result stage(
      List<Place> places, List<TrainingSnapshot> resumed, TrainingListener listener) {
    return ensemble.train(
        places.stream().map(this::network).toList(),
        i -> members.open(kinds.get(places.get(i).kind), places.get(i).member),
        resumed,
        listener);
  }

  /** The end of the first stage is not that of the run. */
  private static TrainingListener withoutEnd(TrainingListener listener) {
    return event -> {
      boolean over = event instanceof TrainingEvent.Finished end && end.outcome().over();
      if (!over) {
        listener.on(event);
      }
    };
  }

  /** The networks of the second stage count after those of the first; so do the saved ones. */
  private static TrainingListener after(List<TrainingSnapshot> first, TrainingListener listener) {
    int before = first.size();
    return event -> {
      if (event instanceof TrainingEvent.Saved saved) {
        listener.on(
            new TrainingEvent.Saved(
                Stream.concat(first.stream(), saved.snapshots().stream()).toList()));
      } else if (event instanceof TrainingEvent.OfMember of) {
        listener.on(
            new TrainingEvent.OfMember(before + of.member(), before + of.members(), of.event()));
      } else {
        listener.on(event);
      }
    };
  }

  /** The kinds of which every member is trained, by the snapshots of all networks in order. */
  List<PoolFit.Trained> trained(List<TrainingSnapshot> snapshots) {
    List<TrainingSnapshot> first = snapshots.subList(0, kinds.size());
    List<PoolFit.Trained> all = new ArrayList<>();
    if (snapshots.size() == kinds.size()) {
      for (int c = 0; c < kinds.size(); c++) {
        all.add(kind(c, List.of(first.get(c))));
      }
      return all;
    }
    int from = kinds.size();
    int more = data.plan().members() - 1;
    for (int c : fit.promising(trained(first))) {
      List<TrainingSnapshot> own = new ArrayList<>(List.of(first.get(c)));
      own.addAll(snapshots.subList(from, from + more));
      from += more;
      all.add(kind(c, own));
    }
    return all;
  }

  private PoolFit.Trained kind(int number, List<TrainingSnapshot> snapshots) {
    Settings kind = kinds.get(number);
    return new PoolFit.Trained(kind.model().method().label(), kind, snapshots);
  }
}
