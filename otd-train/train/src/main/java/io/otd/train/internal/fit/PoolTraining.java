// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.calibration.PoolWeights;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.internal.network.DivergedFitException;
import io.otd.train.internal.network.EnsembleFit;
import io.otd.train.internal.network.StagedListener;
import io.otd.train.internal.network.TimeLimit;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.preparation.SeenInputs;
import io.otd.train.internal.result.Omissions;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import io.otd.train.progress.TrainingOutcome;
import io.otd.train.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Trains the networks of a pool, in two stages: one member of each component, then more members of
 * the promising components. A single component has nothing to be compared with, so its members are
 * trained in one stage. The networks count in this order: member 0 of each component, then member 1
 * of each that is kept, and so on. The members of the first component are the networks that its
 * method would train alone. Forests take little time and are not counted: they are grown when the
 * components are compared.
 *
 * <p>Within a time limit, the first stage of two takes two fifths of it, and a single stage before
 * forests three quarters. As many members follow as there seems to be time for, and only members
 * that every kept component has are used.
 *
 * <p>One thread at a time.
 */
final class PoolTraining {
  /** Share of the time for the first stage of two. */
  private static final double FIRST_SHARE = 0.4;

  /** Share of the time for a single stage before forests. */
  private static final double SHARE_BEFORE_FORESTS = 0.75;

  /**
   * More components are not trained further: the fourth best has little weight, and would cost as
   * much as each of the others.
   */
  private static final int MOST_CONTINUED = 3;

  private final List<Settings> components;
  private final List<Forests> forests;
  private final PreparedTable data;
  private final EnsembleFit ensemble;
  private final Data opener;
  private final InputViews views;
  private final HeldOutChoice choice;

  /** Caches the last comparison, which takes seconds. */
  private Optional<Compared> last = Optional.empty();

  /** Opens the data of a member of a component. */
  @FunctionalInterface
  interface Data {
    EnsembleFit.MemberData.Opened open(Settings component, int member);
  }

  PoolTraining(
      Settings settings,
      List<Forests> forests,
      PreparedTable data,
      EnsembleFit ensemble,
      Data opener,
      InputViews views,
      HeldOutChoice choice) {
    this.components = settings.networks();
    this.forests = forests;
    this.data = data;
    this.ensemble = ensemble;
    this.opener = opener;
    this.views = views;
    this.choice = choice;
  }

  /**
   * The result of training.
   *
   * @param states of the networks that have begun
   * @param outcome why training ended
   */
  record Result(PoolStates states, TrainingOutcome outcome) {
    private Result and(Result later) {
      return new Result(
          states.and(later.states), later.outcome.compareTo(outcome) > 0 ? later.outcome : outcome);
    }
  }

  private int members() {
    return data.plan().members();
  }

  /** Whether components are compared before their other members are trained. */
  private boolean staged() {
    return members() > 1 && components.size() + forests.size() > 1;
  }

  /** The networks of the first stage, or of the only one. */
  private List<PoolStates.Place> first() {
    List<Integer> all = IntStream.range(0, components.size()).boxed().toList();
    return PoolStates.places(all, 0, staged() ? 1 : members());
  }

  /**
   * Trains.
   *
   * @param limit of the time, if there is one
   * @param resumed snapshots of the first networks, each at any stage
   */
  Result train(
      Optional<TimeLimit> limit, List<TrainingSnapshot> resumed, TrainingListener listener) {
    List<PoolStates.Place> first = first();
    int known = Math.min(first.size(), resumed.size());
    long left = limit.map(TimeLimit::left).orElse(0L);
    StagedListener stages = new StagedListener(listener);
    Result firstStage =
        stage(
            first,
            resumed.subList(0, known),
            limit.map(this::ofFirstStage),
            staged() ? stages.first(mostFurther()) : listener);
    if (!staged()
        || firstStage.outcome() == TrainingOutcome.INTERRUPTED
        || firstStage.states().of().size() < first.size()
        || limit.filter(TimeLimit::over).isPresent()) {
      stages.end();
      return firstStage;
    }
    long millis = left - limit.map(TimeLimit::left).orElse(0L);
    listener.on(new TrainingEvent.Working("comparing the components"));
    List<Integer> kept = continued(firstStage.states()).networks();
    int rounds = rounds(limit, kept.size(), millis, resumed.size() - known);
    if (rounds == 0) {
      stages.end();
      return firstStage;
    }
    return firstStage.and(
        further(
            PoolStates.places(kept, 1, rounds + 1),
            firstStage.states().snapshots(),
            resumed.subList(known, resumed.size()),
            limit,
            stages));
  }

  private TimeLimit ofFirstStage(TimeLimit limit) {
    return staged()
        ? limit.share(FIRST_SHARE)
        : forests.isEmpty() ? limit : limit.share(SHARE_BEFORE_FORESTS);
  }

  /**
   * Further members of each kept component that there seems to be time for: all unless it is
   * bounded.
   *
   * @param limit of the time, if there is one
   * @param millis that the first stage took
   * @param resumed further networks up to the last that an earlier run has begun
   */
  private int rounds(Optional<TimeLimit> limit, int kept, long millis, int resumed) {
    int all = members() - 1;
    if (limit.isEmpty() || millis == 0) {
      return all;
    }
    int count = components.size();
    double ofOne = (double) millis * Math.min(ensemble.atOnce(), count) / count;
    int fitting = (int) (limit.get().left() * ensemble.atOnce() / (ofOne * kept));
    return Math.min(all, Math.max(fitting, (resumed + kept - 1) / kept));
  }

  private Result further(
      List<PoolStates.Place> places,
      List<TrainingSnapshot> first,
      List<TrainingSnapshot> resumed,
      Optional<TimeLimit> limit,
      StagedListener stages) {
    try {
      return stage(places, resumed, limit, stages.second(first));
    } catch (DivergedFitException e) {
      throw e.after(first);
    }
  }

  private Result stage(
      List<PoolStates.Place> places,
      List<TrainingSnapshot> resumed,
      Optional<TimeLimit> time,
      TrainingListener listener) {
    EnsembleFit.Result result =
        ensemble
            .within(time)
            .train(
                places.stream().map(this::network).toList(),
                i -> opener.open(components.get(places.get(i).component()), places.get(i).member()),
                resumed,
                listener);
    return new Result(PoolStates.at(places, result.snapshots()), result.outcome());
  }

  private EnsembleFit.Network network(PoolStates.Place place) {
    Settings component = components.get(place.component());
    long seed =
        Uniforms.branch(
            component.training().seed(), place.component() * members() + place.member());
    SeenInputs seen = views.of(component);
    return new EnsembleFit.Network(
        seen.trained(),
        data.trainingSettings(component).withSeed(seed),
        earlier(component, place.member()).map(seen::trained));
  }

  /** The parameters of the same network in the model that is trained further, if it has one. */
  private Optional<float[]> earlier(Settings component, int member) {
    String name = component.model().method().label();
    return data.from()
        .flatMap(
            model ->
                model.components().stream()
                    .filter(c -> !model.pooled() || c.name().equals(name))
                    .findFirst())
        .filter(c -> member < c.members().size())
        .map(c -> c.members().get(member).values().vector());
  }

  /** Networks of the second stage, as far as is known before the first: at most these. */
  private int mostFurther() {
    return Math.min(MOST_CONTINUED, components.size()) * (members() - 1);
  }

  /**
   * The components that are continued after the first member of each.
   *
   * @param networks numbers of the components whose further networks are trained, in their order
   * @param forests of which further members are grown
   */
  private record Continued(List<Integer> networks, List<Forests> forests) {}

  /** What was continued after the networks of the first stage. */
  private record Compared(PoolStates first, Continued continued) {}

  /**
   * Continues the components that may have a share once all their members are trained, and the best
   * component of networks in any case.
   *
   * @param states of the first member of each component that has begun, at least
   */
  private Continued continued(PoolStates states) {
    PoolStates first = states.before(1);
    if (last.filter(compared -> compared.first.equals(first)).isEmpty()) {
      last = Optional.of(new Compared(first, compared(first)));
    }
    return last.get().continued;
  }

  private Continued compared(PoolStates first) {
    List<Component> each = components(first, 1);
    int networks = each.size();
    forests.forEach(f -> each.add(f.first(1)));
    PoolWeights weights = choice.weights(each);
    double least = 2 * PoolWeights.SMALLEST;
    return new Continued(
        weights.promising(IntStream.range(0, networks).boxed().toList(), least, MOST_CONTINUED),
        IntStream.range(0, forests.size())
            .filter(f -> weights.promising(networks + f, least))
            .mapToObj(forests::get)
            .toList());
  }

  /** The components that have so many members, before they are weighed. */
  private List<Component> components(PoolStates states, int members) {
    List<Component> all = new ArrayList<>();
    states
        .byComponent()
        .forEach(
            (c, own) -> {
              if (own.size() == members) {
                all.add(views.of(components.get(c)).component(own));
              }
            });
    return all;
  }

  /** Members of each component that is used: more may have begun. */
  private int used(PoolStates states) {
    int most = states.mostMembers();
    return !staged() || most == 1
        ? most
        : continued(states).networks().stream()
            .mapToInt(c -> states.byComponent().getOrDefault(c, List.of()).size())
            .min()
            .orElseThrow();
  }

  /** The components of which every member is trained, neither weighed nor calibrated. */
  List<Component> trained(PoolStates states) {
    int members = used(states);
    List<Component> all = components(states.before(members), members);
    List<Forests> grown = staged() && members > 1 ? continued(states).forests() : forests;
    grown.forEach(f -> all.add(f.first(members)));
    return all;
  }

  /**
   * The components of an unfinished run, each with the same weight: the networks of the first stage
   * that have taken a step, or the first network.
   *
   * @param snapshots in the order of the networks
   */
  List<Component> begun(List<TrainingSnapshot> snapshots) {
    PoolStates states = PoolStates.at(first(), snapshots).stepped();
    List<Component> all = components(states, states.mostMembers());
    return all.stream().map(c -> c.weighing(1.0 / all.size())).toList();
  }

  /** The parts that were left out for lack of time. */
  Omissions leftOut(PoolStates states) {
    PoolStates used = states.before(used(states));
    int further = staged() ? continued(states).networks().size() * (members() - 1) : 0;
    return new Omissions(
        IntStream.range(used.byComponent().size(), components.size())
            .mapToObj(c -> components.get(c).model().method().label())
            .toList(),
        first().size() + further - used.of().size(),
        EnsembleFit.stepsLeft(
            used.places().stream().map(this::network).toList(), used.snapshots()));
  }
}
