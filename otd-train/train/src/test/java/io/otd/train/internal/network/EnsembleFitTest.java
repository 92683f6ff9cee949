// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.SharedCompilation;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.internal.parallel.FairThreadPool;
import io.otd.train.internal.parallel.Workers;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import io.otd.train.progress.TrainingOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class EnsembleFitTest {
  private static final int MEMBERS = 3;
  private static final int STEPS = 40;
  private static final int FOREVER = 1_000_000_000;

  private static final ModelSpec MODEL = SmallModel.of(1);

  /** Compiled programs, shared by all tests of the class as by the runs of one search. */
  private static final SharedCompilation SHARED = new SharedCompilation();

  @AfterAll
  static void close() {
    SHARED.close();
  }

  /** Members of six and seven rows, the second of which stops early. */
  private static EnsembleFit.MemberData.Opened open(int member, float scale) {
    int rows = 6 + member % 2;
    float[] x = new float[rows];
    float[] y = new float[rows];
    for (int i = 0; i < rows; i++) {
      x[i] = (float) Math.sin(i + member);
      y[i] = scale * (float) Math.cos(2 * i);
    }
    AtomicInteger asked = new AtomicInteger();
    return new EnsembleFit.MemberData.Opened(
        new TrainingRows(x, y, rows, 1, 7),
        Optional.of(p -> member == 1 ? asked.incrementAndGet() : -asked.incrementAndGet() - p[0]));
  }

  private static EnsembleFit.MemberData.Opened alone(int member, float scale) {
    return new EnsembleFit.MemberData.Opened(open(member, scale).rows(), Optional.empty());
  }

  private NetworkTrainer trainer(BooleanSupplier stop) {
    return new NetworkTrainer(
        new Compiler(SHARED, w -> {}), new TickingClock(1), Duration.ZERO, stop);
  }

  private EnsembleFit.Result run(
      Workers workers,
      BooleanSupplier stop,
      List<TrainingSnapshot> from,
      TrainingListener listener) {
    return new EnsembleFit(trainer(stop), workers)
        .train(members(STEPS), m -> open(m, 1), from, listener);
  }

  /** Each with a seed of its own. */
  private static List<EnsembleFit.Network> members(int steps) {
    TrainingSettings settings = SmallModel.training(steps);
    return IntStream.range(0, MEMBERS)
        .mapToObj(
            m ->
                new EnsembleFit.Network(
                    MODEL,
                    settings.withSeed(Uniforms.branch(settings.seed(), m)),
                    Optional.empty()))
        .toList();
  }

  private EnsembleFit.Result whole() {
    return run(Workers.ONE_BY_ONE, () -> false, List.of(), TrainingListener.NONE);
  }

  private static void assertSame(List<TrainingSnapshot> got, List<TrainingSnapshot> want) {
    assertThat(got).hasSameSizeAs(want);
    for (int m = 0; m < want.size(); m++) {
      assertThat(got.get(m)).usingRecursiveComparison().isEqualTo(want.get(m));
    }
  }

  @Test
  void the_result_does_not_depend_on_the_number_of_parallel_jobs() {
    EnsembleFit.Result one = whole();
    assertThat(one.outcome()).isEqualTo(TrainingOutcome.STOPPED_EARLY);
    assertThat(one.snapshots())
        .extracting(TrainingSnapshot::step)
        .containsExactly((long) STEPS, 25L, (long) STEPS);
    for (int jobs = 1; jobs <= 4; jobs++) {
      EnsembleFit.Result some =
          run(new FairThreadPool(jobs), () -> false, List.of(), TrainingListener.NONE);
      assertThat(some.outcome()).isEqualTo(one.outcome());
      assertSame(some.snapshots(), one.snapshots());
    }
  }

  /** The clock advances by one with each reading. */
  private static EnsembleFit.Result within(long millis) {
    TickingClock clock = new TickingClock(1);
    NetworkTrainer trainer =
        new NetworkTrainer(new Compiler(SHARED, w -> {}), clock, Duration.ofDays(1), () -> false);
    return new EnsembleFit(trainer, Workers.ONE_BY_ONE)
        .within(Optional.of(TimeLimit.in(clock, millis)))
        .train(members(STEPS), m -> alone(m, 1), List.of(), TrainingListener.NONE);
  }

  @Test
  void networks_share_a_time_limit_and_stop_before_their_last_step() {
    EnsembleFit.Result some = within(60);
    assertThat(some.outcome()).isEqualTo(TrainingOutcome.OUT_OF_TIME);
    assertThat(some.snapshots())
        .hasSizeGreaterThan(1)
        .allSatisfy(s -> assertThat(s.step()).isBetween(5L, STEPS - 1L));
    List<EnsembleFit.Network> networks = members(STEPS);
    assertThat(EnsembleFit.stepsLeft(networks, some.snapshots()))
        .isEqualTo(
            some.snapshots().size() * STEPS
                - some.snapshots().stream().mapToLong(TrainingSnapshot::step).sum());
  }

  @Test
  void with_no_time_left_only_the_first_network_reaches_its_first_validation() {
    EnsembleFit.Result one = within(0);
    assertThat(one.outcome()).isEqualTo(TrainingOutcome.OUT_OF_TIME);
    assertThat(one.snapshots()).extracting(TrainingSnapshot::step).containsExactly(5L);
  }

  @Test
  void a_sufficient_time_limit_does_not_change_the_result() {
    NetworkTrainer trainer = trainer(() -> false);
    EnsembleFit.Result all =
        new EnsembleFit(trainer, Workers.ONE_BY_ONE)
            .train(members(STEPS), m -> alone(m, 1), List.of(), TrainingListener.NONE);
    EnsembleFit.Result some = within(FOREVER);
    assertThat(some.outcome()).isEqualTo(TrainingOutcome.COMPLETED);
    assertThat(some.parameters()).usingRecursiveComparison().isEqualTo(all.parameters());
  }

  /**
   * Validation scores of a member depend on its number of validations, not on the other members.
   */
  @Test
  void a_run_interrupted_anywhere_resumes_bit_for_bit() {
    List<TrainingSnapshot> want = steady(Workers.ONE_BY_ONE, List.of(), () -> false).snapshots();
    for (int calls = 1; calls < 8; calls++) {
      List<TrainingSnapshot> from = List.of();
      EnsembleFit.Result part;
      int stops = 0;
      do {
        AtomicInteger asked = new AtomicInteger();
        int few = calls;
        part = steady(new FairThreadPool(2), from, () -> asked.incrementAndGet() > few);
        from = part.snapshots();
      } while (part.outcome() == TrainingOutcome.INTERRUPTED && ++stops < 100);
      assertThat(stops).isPositive();
      assertSame(part.snapshots(), want);
    }
  }

  /** Every checkpoint, at whatever stages the members are, leads to the same result. */
  @Test
  void every_checkpoint_resumes_to_the_same_bits() {
    List<List<TrainingSnapshot>> saved = new ArrayList<>();
    EnsembleFit.Result whole =
        new EnsembleFit(trainer(() -> false), new FairThreadPool(2))
            .train(
                members(STEPS),
                EnsembleFitTest::steady,
                List.of(),
                event -> {
                  if (event instanceof TrainingEvent.Saved s) {
                    saved.add(s.snapshots());
                  }
                });
    assertThat(saved).hasSizeGreaterThan(8);
    assertSame(saved.get(saved.size() - 1), whole.snapshots());
    for (int i = 0; i < saved.size(); i += 5) {
      assertSame(
          steady(new FairThreadPool(2), saved.get(i), () -> false).snapshots(), whole.snapshots());
    }
  }

  /** Before the stop each validation is better than the previous one, and after it none is. */
  @Test
  void best_parameters_survive_an_interruption_and_their_steps_are_reported() {
    AtomicInteger asked = new AtomicInteger();
    List<TrainingSnapshot> before =
        scored(
                () -> asked.incrementAndGet() > 12,
                List.of(),
                new AtomicInteger(),
                -1,
                TrainingListener.NONE)
            .snapshots();
    assertThat(before).hasSizeGreaterThan(1).allMatch(s -> s.bestStep() > 0);
    List<TrainingEvent.Validated> told = new ArrayList<>();
    List<TrainingSnapshot> after =
        scored(
                () -> false,
                before,
                new AtomicInteger(),
                1,
                event -> {
                  if (event instanceof TrainingEvent.Validated v) {
                    told.add(v);
                  }
                })
            .snapshots();
    for (int m = 0; m < before.size(); m++) {
      assertThat(after.get(m).best()).isEqualTo(before.get(m).best());
      assertThat(after.get(m).bestStep()).isEqualTo(before.get(m).bestStep());
      assertThat(after.get(m).bestScore()).isEqualTo(before.get(m).bestScore());
    }
    assertThat(after).anyMatch(s -> s.step() > s.bestStep());
    long known = before.stream().mapToLong(TrainingSnapshot::bestStep).sum();
    assertThat(told).isNotEmpty().allMatch(v -> v.bestStep() >= known);
    assertThat(told.get(told.size() - 1).bestStep())
        .isEqualTo(after.stream().mapToLong(TrainingSnapshot::bestStep).sum());
  }

  private EnsembleFit.Result scored(
      BooleanSupplier stop,
      List<TrainingSnapshot> from,
      AtomicInteger asked,
      int sign,
      TrainingListener listener) {
    return new EnsembleFit(trainer(stop), Workers.ONE_BY_ONE)
        .train(
            members(STEPS),
            m ->
                new EnsembleFit.MemberData.Opened(
                    open(m, 1).rows(), Optional.of(p -> sign * asked.incrementAndGet())),
            from,
            listener);
  }

  /** A score that is a function of the parameters alone, as real ones are. */
  private static EnsembleFit.MemberData.Opened steady(int member) {
    return new EnsembleFit.MemberData.Opened(
        open(member, 1).rows(), Optional.of(p -> Math.cos(40 * p[0])));
  }

  private EnsembleFit.Result steady(
      Workers workers, List<TrainingSnapshot> from, BooleanSupplier stop) {
    return new EnsembleFit(trainer(stop), workers)
        .train(members(STEPS), EnsembleFitTest::steady, from, TrainingListener.NONE);
  }

  @Test
  void listeners_receive_overall_and_member_events_one_thread_at_a_time() {
    List<TrainingEvent> events = new ArrayList<>();
    AtomicBoolean inside = new AtomicBoolean();
    AtomicBoolean together = new AtomicBoolean();
    run(
        new FairThreadPool(3),
        () -> false,
        List.of(),
        event -> {
          together.compareAndSet(false, !inside.compareAndSet(false, true));
          events.add(event);
          inside.set(false);
        });
    assertThat(together).isFalse();
    List<TrainingEvent> all =
        events.stream().filter(e -> !(e instanceof TrainingEvent.OfMember)).toList();
    TrainingEvent.Started started = (TrainingEvent.Started) all.get(0);
    assertThat(started.steps()).isEqualTo(MEMBERS * STEPS);
    assertThat(all.stream().filter(e -> e instanceof TrainingEvent.Started)).hasSize(1);
    TrainingEvent.Finished finished = (TrainingEvent.Finished) all.get(all.size() - 1);
    assertThat(finished.step()).isEqualTo(2 * STEPS + 25);
    long step = 0;
    for (TrainingEvent event : all) {
      if (event instanceof TrainingEvent.Progressed e) {
        assertThat(e.step()).isGreaterThan(step);
        step = e.step();
      }
    }
    assertThat(step).isEqualTo(2 * STEPS + 25);
    for (int m = 0; m < MEMBERS; m++) {
      int member = m;
      assertThat(
              events.stream()
                  .filter(e -> e instanceof TrainingEvent.OfMember o && o.member() == member)
                  .map(e -> ((TrainingEvent.OfMember) e).event())
                  .filter(e -> e instanceof TrainingEvent.Recorded)
                  .map(e -> ((TrainingEvent.Recorded) e).step()))
          .containsExactlyElementsOf(
              java.util.stream.LongStream.rangeClosed(1, (m == 1 ? 25 : STEPS) / 5)
                  .mapToObj(i -> 5 * i)
                  .toList());
    }
  }

  /** The others would continue for days. */
  @Test
  void a_diverging_member_stops_the_others_and_all_states_are_kept() {
    DivergedFitException e =
        catchThrowableOfType(
            DivergedFitException.class,
            () ->
                new EnsembleFit(trainer(() -> false), new FairThreadPool(2))
                    .train(
                        members(FOREVER),
                        m -> alone(m, m == 1 ? Float.MAX_VALUE : 1),
                        List.of(),
                        TrainingListener.NONE));
    assertThat(e).hasMessageStartingWith("member 2 of 3: ").hasMessageContaining("is kept");
    assertThat(e.lastGood()).hasSizeGreaterThanOrEqualTo(2);
    assertThat(e.lastGood().get(1).step()).isZero();
    List<TrainingSnapshot> before = whole().snapshots();
    List<TrainingSnapshot> all = new ArrayList<>(before);
    all.addAll(e.lastGood());
    assertThat(e.after(before).lastGood()).isEqualTo(all);
  }

  @Test
  void an_error_in_a_member_or_a_listener_stops_the_others_and_is_thrown() {
    EnsembleFit ensemble = new EnsembleFit(trainer(() -> false), new FairThreadPool(2));
    assertThatThrownBy(
            () ->
                ensemble.train(
                    members(FOREVER),
                    m -> {
                      if (m == 1) {
                        throw new OutOfMemoryError("no room");
                      }
                      return alone(m, 1);
                    },
                    List.of(),
                    TrainingListener.NONE))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage("no room");
    assertThatThrownBy(
            () ->
                ensemble.train(
                    members(FOREVER),
                    m -> alone(m, 1),
                    List.of(),
                    event -> {
                      if (event instanceof TrainingEvent.OfMember o && o.member() == 1) {
                        throw new NoClassDefFoundError("gone");
                      }
                    }))
        .isInstanceOf(NoClassDefFoundError.class);
  }
}
