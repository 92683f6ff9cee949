// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.internal.parallel.Outcome;
import io.otd.train.internal.parallel.Workers;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import io.otd.train.progress.TrainingOutcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The fits of the members of one ensemble, from snapshots to their end, and the state of each. */
final class MemberFits {
  private final NetworkTrainer trainer;
  private final Workers workers;
  private final Optional<TimeLimit> limit;
  private final int members;
  private final List<EnsembleFit.Network> networks;
  private final EnsembleFit.MemberData data;
  private final TrainingListener listener;
  private final EnsembleProgress progress;
  private final long startedMillis;

  /** The last state of each member that has one. */
  private final Map<Integer, TrainingSnapshot> states = new HashMap<>();

  private int started;
  private int ended;
  private long savedMillis;
  private volatile boolean stopping;

  MemberFits(
      NetworkTrainer trainer,
      Workers workers,
      Optional<TimeLimit> limit,
      List<EnsembleFit.Network> networks,
      EnsembleFit.MemberData data,
      List<TrainingSnapshot> resumed,
      TrainingListener listener) {
    this.trainer = trainer;
    this.workers = workers;
    this.limit = limit;
    this.members = networks.size();
    this.networks = List.copyOf(networks);
    this.data = data;
    this.listener = listener;
    this.progress =
        new EnsembleProgress(
            networks.stream().mapToLong(n -> n.settings().steps()).toArray(),
            resumed,
            trainer.clock());
    this.startedMillis = trainer.clock().millis();
    this.savedMillis = startedMillis;
    this.started = Math.max(1, resumed.size());
    for (int m = 0; m < resumed.size(); m++) {
      states.put(m, resumed.get(m));
    }
  }

  EnsembleFit.Result toTheEnd() {
    List<Workers.Task<TrainingOutcome>> tasks = new ArrayList<>();
    List<Integer> order = order();
    order.forEach(member -> tasks.add(turn -> one(member, turn)));
    List<Outcome<TrainingOutcome>> ended = workers.run(tasks);
    TrainingOutcome outcome =
        outcome(IntStream.range(0, members).mapToObj(m -> ended.get(order.indexOf(m))).toList());
    List<TrainingSnapshot> all = states();
    if (members > 1) {
      listener.on(new TrainingEvent.Saved(all));
      listener.on(
          new TrainingEvent.Finished(
              outcome,
              all.stream().mapToLong(TrainingSnapshot::step).sum(),
              trainer.secondsSince(startedMillis)));
    }
    return new EnsembleFit.Result(all, outcome);
  }

  /**
   * The members as they begin: those with most work first, so that none of them is left alone at
   * the end. Within a time, they begin by their numbers, as later ones may have none.
   */
  private List<Integer> order() {
    Comparator<Integer> most = Comparator.comparingDouble(m -> -networks.get(m).work());
    IntStream all = IntStream.range(0, members);
    return limit.isPresent() ? all.boxed().toList() : all.boxed().sorted(most).toList();
  }

  private TrainingOutcome one(int member, Workers.Turn turn) {
    if (!begins(member)) {
      return stopping ? TrainingOutcome.INTERRUPTED : TrainingOutcome.OUT_OF_TIME;
    }
    try {
      return begun(member, turn);
    } finally {
      end();
    }
  }

  private TrainingOutcome begun(int member, Workers.Turn turn) {
    EnsembleFit.Network network = networks.get(member);
    Optional<TrainingSnapshot> from =
        state(member).or(() -> network.earlier().map(NetworkTrainer::from));
    Optional<TrainingOutcome> before = from.flatMap(network.settings()::ended);
    if (members > 1 && before.isPresent()) {
      long step = from.map(TrainingSnapshot::step).orElseThrow();
      tell(member, new TrainingEvent.Finished(before.get(), step, 0));
      return before.get();
    }
    try (EnsembleFit.MemberData.Opened opened = data.open(member)) {
      NetworkTrainer.Result result =
          trainer(turn)
              .train(
                  network.model(),
                  opened.rows(),
                  opened.validation(),
                  network.settings(),
                  from,
                  event -> tell(member, event));
      keep(member, result.snapshot());
      stopping |= result.outcome() == TrainingOutcome.INTERRUPTED;
      return result.outcome();
    } catch (Throwable e) {
      stopping = true;
      throw e;
    }
  }

  private NetworkTrainer trainer(Workers.Turn turn) {
    NetworkTrainer taking =
        trainer.stoppedBy(
            () -> {
              turn.pass();
              return stopping || trainer.stop().getAsBoolean();
            });
    NetworkTrainer bounded =
        limit.map(l -> taking.within(l.among(left(), workers.atOnce()))).orElse(taking);
    return members == 1
        ? bounded
        : bounded.savingAlways(); // so that all states are of about the same time
  }

  private synchronized int left() {
    return members - ended;
  }

  private synchronized void end() {
    ended++;
  }

  /**
   * Once the others stop or the time is over, no further one begins; the first does, so that there
   * is a state.
   */
  private synchronized boolean begins(int member) {
    boolean over = limit.filter(TimeLimit::over).isPresent();
    if (stopping ? isNew(member) : over && member >= started) {
      return false;
    }
    started = Math.max(started, member + 1);
    return true;
  }

  private boolean isNew(int member) {
    return member > 0 && state(member).filter(s -> s.step() > 0).isEmpty();
  }

  private synchronized Optional<TrainingSnapshot> state(int member) {
    return Optional.ofNullable(states.get(member));
  }

  private synchronized void keep(int member, TrainingSnapshot state) {
    states.put(member, state);
  }

  /** States up to the last that has begun; one without a state is as at its beginning. */
  private synchronized List<TrainingSnapshot> states() {
    List<TrainingSnapshot> all = new ArrayList<>();
    for (int m = 0; m < started; m++) {
      TrainingSnapshot state = states.get(m);
      all.add(state == null ? networks.get(m).initial() : state);
    }
    return all;
  }

  /** One member's event, and what it means for all; by one thread at a time. */
  private synchronized void tell(int member, TrainingEvent event) {
    if (members == 1) {
      listener.on(event);
    } else if (event instanceof TrainingEvent.Saved saved) {
      states.put(member, saved.snapshots().get(0));
      long now = trainer.clock().millis();
      if (now - savedMillis >= trainer.snapshots().toMillis()) {
        savedMillis = now;
        listener.on(new TrainingEvent.Saved(states()));
      }
    } else {
      listener.on(new TrainingEvent.OfMember(member, members, event));
      progress.of(member, event).ifPresent(listener::on);
    }
  }

  private TrainingOutcome outcome(List<Outcome<TrainingOutcome>> outcomes) {
    TrainingOutcome all = TrainingOutcome.COMPLETED;
    for (int m = 0; m < members; m++) {
      if (members > 1 && outcomes.get(m).failure() instanceof DivergedFitException e) {
        keep(m, e.lastGood().get(0));
        throw e.ofMember(m, members, states());
      }
      TrainingOutcome one = outcomes.get(m).unchecked();
      if (one.compareTo(all) > 0) { // in declaration order
        all = one;
      }
    }
    return all;
  }
}
