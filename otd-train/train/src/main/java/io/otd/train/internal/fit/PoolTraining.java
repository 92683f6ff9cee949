// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.calibration.PoolWeights;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.internal.network.DivergedFitException;
import io.otd.train.internal.network.EnsembleFit;
import io.otd.train.internal.network.TimeLimit;
import io.otd.train.internal.result.LeftOut;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import io.otd.train.progress.TrainingOutcome;
import io.otd.train.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Trains the networks of a pool: first one of each kind, then the other members of those kinds that
 * these let hope for a share. The networks count in this order, member 0 of each kind first, then
 * member 1 of each that is kept; those of the first kind are the ones that its method would train
 * alone. Forests take little time and are no part of this order: they are grown when the kinds are
 * compared.
 *
 * <p>Within a time, the first networks share two fifths of it, or three quarters if no further
 * members follow: the forests grow after them. As many of these are begun as there seems to be time
 * for, and only members that every kept kind has are used.
 *
 * <p>One thread at a time.
 */
final class PoolTraining {
  /** Share of the time for the first network of each kind. */
  private static final double FIRST_SHARE = .4;

  /** The same if no further members follow. */
  private static final double ONLY_SHARE = .75;

  /**
   * More kinds of networks are not trained further: the fourth best has little weight, and would
   * cost as much as each of the others.
   */
  private static final int MOST_KINDS = 3;

  private final List<Settings> kinds;
  private final Optional<Forests> forests;
  private final PreparedTable data;
  private final EnsembleFit ensemble;
  private final Members members;
  private final PoolFit fit;

  /** The last comparison and what it was of: it takes seconds, and is asked for again. */
  private Optional<Compared> last = Optional.empty();

  /** Opens the data of a member for a kind. */
  @FunctionalInterface
  interface Members {
    EnsembleFit.MemberData.Opened open(Settings kind, int member);
  }

  PoolTraining(
      Settings settings,
      Optional<Forests> forests,
      PreparedTable data,
      EnsembleFit ensemble,
      Members members,
      PoolFit fit) {
    this.kinds = settings.networks();
    this.forests = forests;
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

  private static List<Place> others(List<Integer> promising, int rounds) {
    return IntStream.rangeClosed(1, rounds)
        .boxed()
        .flatMap(m -> promising.stream().map(c -> new Place(c, m)))
        .toList();
  }

  /**
   * Further members of each kept kind that there seems to be time for: all unless it is bounded.
   *
   * @param limit of the time, if there is one
   * @param firstMillis that the first networks took
   * @param begun further networks up to the last that an earlier run has begun
   */
  private int rounds(Optional<TimeLimit> limit, int kept, long firstMillis, int begun) {
    int all = data.plan().members() - 1;
    if (limit.isEmpty() || firstMillis == 0) {
      return all;
    }
    double ofOne = (double) firstMillis * Math.min(ensemble.atOnce(), kinds.size()) / kinds.size();
    int fitting = (int) (limit.get().left() * ensemble.atOnce() / (ofOne * kept));
    return Math.min(all, Math.max(fitting, (begun + kept - 1) / kept));
  }

  private EnsembleFit.Network network(Place place) {
    Settings kind = kinds.get(place.kind);
    long seed =
        Uniforms.branch(kind.training().seed(), place.kind * data.plan().members() + place.member);
    return new EnsembleFit.Network(
        new SeenInputs(kind, data.schema()).trained(), data.trainingSettings(kind).withSeed(seed));
  }

  /**
   * Trains.
   *
   * @param limit of the time, if there is one
   * @param resumed snapshots of the first networks, each at any stage
   * @return the snapshots in the order of the networks
   */
  EnsembleFit.Result train(
      Optional<TimeLimit> limit, List<TrainingSnapshot> resumed, TrainingListener listener) {
    int count = Math.min(kinds.size(), resumed.size());
    boolean alone = data.plan().members() == 1;
    long left = limit.map(TimeLimit::left).orElse(0L);
    EnsembleFit.Result begun =
        stage(
            first(),
            resumed.subList(0, count),
            limit.map(l -> l.share(alone ? ONLY_SHARE : FIRST_SHARE)),
            alone ? listener : expecting(further(), withoutEnd(listener)));
    if (alone
        || begun.outcome() == TrainingOutcome.INTERRUPTED
        || begun.snapshots().size() < kinds.size()
        || limit.filter(TimeLimit::over).isPresent()) {
      return begun;
    }
    long firstMillis = left - limit.map(TimeLimit::left).orElse(0L);
    listener.on(new TrainingEvent.Working("comparing the kinds"));
    List<Integer> promising = continued(begun.snapshots()).networks();
    List<Place> others =
        others(promising, rounds(limit, promising.size(), firstMillis, resumed.size() - count));
    if (others.isEmpty()) {
      return begun;
    }
    EnsembleFit.Result rest = further(others, begun.snapshots(), resumed, limit, listener);
    return new EnsembleFit.Result(
        Stream.concat(begun.snapshots().stream(), rest.snapshots().stream()).toList(),
        rest.outcome().compareTo(begun.outcome()) > 0 ? rest.outcome() : begun.outcome());
  }

  private EnsembleFit.Result further(
      List<Place> others,
      List<TrainingSnapshot> first,
      List<TrainingSnapshot> resumed,
      Optional<TimeLimit> limit,
      TrainingListener listener) {
    List<TrainingSnapshot> own =
        resumed.subList(Math.min(first.size(), resumed.size()), resumed.size());
    try {
      return stage(others, own, limit, after(first, listener));
    } catch (DivergedFitException e) {
      throw e.after(first);
    }
  }

  private EnsembleFit.Result stage(
      List<Place> places,
      List<TrainingSnapshot> resumed,
      Optional<TimeLimit> time,
      TrainingListener listener) {
    return ensemble
        .within(time)
        .train(
            networks(places),
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

  /** Networks of the second stage, as far as is known before the first: at most these. */
  private int further() {
    return Math.min(MOST_KINDS, kinds.size()) * (data.plan().members() - 1);
  }

  /** The networks of the first stage are not all. */
  private static TrainingListener expecting(int more, TrainingListener listener) {
    return event ->
        listener.on(
            event instanceof TrainingEvent.OfMember of
                ? new TrainingEvent.OfMember(of.member(), of.members() + more, of.event())
                : event);
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

  /**
   * Kinds that are continued after the first member of each.
   *
   * @param networks numbers of the kinds whose further networks are trained, in their order
   * @param forests whether further forests are grown
   */
  private record Continued(List<Integer> networks, boolean forests) {}

  /** What was continued after the first networks. */
  private record Compared(List<TrainingSnapshot> first, Continued continued) {}

  /**
   * Continues the kinds that may have a share once all their members are trained, and the best kind
   * of networks in any case.
   *
   * @param first snapshots of the first network of each kind that has begun
   */
  private Continued continued(List<TrainingSnapshot> first) {
    Optional<Compared> known = last.filter(compared -> compared.first.equals(first));
    if (known.isPresent()) {
      return known.get().continued;
    }
    Continued continued = compared(first);
    last = Optional.of(new Compared(List.copyOf(first), continued));
    return continued;
  }

  private Continued compared(List<TrainingSnapshot> first) {
    PoolWeights weights = fit.weights(first(first));
    double least = 2 * PoolFit.SMALLEST_WEIGHT;
    return new Continued(
        weights.promising(IntStream.range(0, first.size()).boxed().toList(), least, MOST_KINDS),
        forests.isPresent() && weights.promising(first.size(), least));
  }

  /** The first member of each kind whose network has begun, and of the forests. */
  private List<Component> first(List<TrainingSnapshot> snapshots) {
    int begun = Math.min(kinds.size(), snapshots.size());
    List<Component> first = new ArrayList<>();
    for (int c = 0; c < begun; c++) {
      first.add(kind(c, List.of(snapshots.get(c))));
    }
    forests.ifPresent(f -> first.add(f.first(1)));
    return first;
  }

  /** The kinds of which every member is trained, by the snapshots of all networks in order. */
  List<Component> trained(List<TrainingSnapshot> snapshots) {
    if (snapshots.size() <= kinds.size()) {
      return first(snapshots);
    }
    Continued continued = continued(snapshots.subList(0, kinds.size()));
    List<Integer> promising = continued.networks();
    int rounds = (snapshots.size() - kinds.size()) / promising.size();
    if (rounds == 0) {
      return first(snapshots);
    }
    List<Component> all = new ArrayList<>();
    for (int i = 0; i < promising.size(); i++) {
      List<TrainingSnapshot> own = new ArrayList<>(List.of(snapshots.get(promising.get(i))));
      for (int m = 0; m < rounds; m++) {
        own.add(snapshots.get(kinds.size() + m * promising.size() + i));
      }
      all.add(kind(promising.get(i), own));
    }
    if (continued.forests()) {
      all.add(forests.orElseThrow().first(rounds + 1));
    }
    return all;
  }

  /** The parts that were left out for lack of time. */
  LeftOut leftOut(List<TrainingSnapshot> snapshots) {
    int begun = Math.min(kinds.size(), snapshots.size());
    List<String> missing =
        kinds.subList(begun, kinds.size()).stream().map(k -> k.model().method().label()).toList();
    int more = data.plan().members() - 1;
    if (snapshots.size() <= kinds.size()) {
      int kept = more == 0 ? 0 : continued(snapshots).networks().size();
      return new LeftOut(
          missing,
          missing.size() + kept * more,
          EnsembleFit.stepsLeft(networks(first()), snapshots));
    }
    List<Integer> promising = continued(snapshots.subList(0, kinds.size())).networks();
    int rounds = (snapshots.size() - kinds.size()) / promising.size();
    List<EnsembleFit.Network> networks = new ArrayList<>(networks(first()));
    networks.addAll(networks(others(promising, rounds)));
    return new LeftOut(
        missing,
        promising.size() * (more - rounds),
        EnsembleFit.stepsLeft(networks, snapshots.subList(0, networks.size())));
  }

  private List<EnsembleFit.Network> networks(List<Place> places) {
    return places.stream().map(this::network).toList();
  }

  private Component kind(int number, List<TrainingSnapshot> snapshots) {
    return new SeenInputs(kinds.get(number), data.schema()).component(snapshots);
  }
}
