// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.SharedCompilation;
import io.otd.core.internal.loss.EnergyScore;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.optimizer.Optimizer;
import io.otd.core.internal.optimizer.ParameterAverage;
import io.otd.core.internal.optimizer.Schedule;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import io.otd.train.progress.TrainingOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkTrainerTest {
  private static final int ROWS = 7;
  private static final int STEPS = 36;

  /** Calls then go directly to the next point of the history. */
  private static final long FAST = 1;

  /** Calls then shrink to one step. */
  private static final long SLOW = 5_000;

  private static final ModelSpec MODEL = SmallModel.of(2);

  /** Compiled programs, shared by all tests of the class as by the runs of one search. */
  private static final SharedCompilation SHARED = new SharedCompilation();

  private static final Schedule RATE = new Schedule.WarmUp(5, new Schedule.Cosine(0.05, 30, 0));

  private static final ParameterAverage AVERAGE = new ParameterAverage(0.9);

  @AfterAll
  static void close() {
    SHARED.close();
  }

  private static TrainingRows rows() {
    return rows(ROWS, 1);
  }

  /** Rows for every rule: four cases of two for one by case. */
  private static TrainingRows rows(BatchRule rule) {
    return rule instanceof BatchRule.Cases ? rows(8, 2) : rows();
  }

  private static TrainingRows rows(int rows, int points) {
    float[] x = new float[2 * rows];
    float[] y = new float[rows];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) Math.sin(1.3 * i);
    }
    for (int i = 0; i < y.length; i++) {
      y[i] = (float) Math.cos(2.1 * i);
    }
    return new TrainingRows(x, y, rows, points, rows);
  }

  private static TrainingSettings settings(
      Schedule schedule, int batch, int steps, int every, int patience) {
    return settings(schedule, new BatchRule.Rows(batch), steps, every, patience);
  }

  private static TrainingSettings settings(
      Schedule schedule, BatchRule batch, int steps, int every, int patience) {
    return new TrainingSettings(
        new EnergyScore(3),
        new KineticAction(2, 0.1),
        0,
        Optimizer.adamW(1e-2),
        AVERAGE,
        schedule,
        Double.POSITIVE_INFINITY,
        batch,
        steps,
        every,
        patience,
        4);
  }

  private static NetworkTrainer trainer(Compilation compilation, long tick, BooleanSupplier stop) {
    return new NetworkTrainer(
        compilation,
        new TickingClock(tick),
        stop,
        warning -> {
          throw new AssertionError(warning);
        });
  }

  private static NetworkTrainer uncompiled() {
    return trainer(Compilation.NONE, FAST, () -> false);
  }

  /** A function of the parameters that rises and falls as they move. */
  private static double score(float[] parameters) {
    double sum = 0;
    for (float p : parameters) {
      sum += Math.cos(25 * p);
    }
    return sum;
  }

  private static NetworkTrainer.Result run(
      long tick, BooleanSupplier stop, Optional<TrainingSnapshot> from, TrainingListener listener) {
    return run(new BatchRule.Rows(3), tick, stop, from, listener);
  }

  private static NetworkTrainer.Result run(
      BatchRule batch,
      long tick,
      BooleanSupplier stop,
      Optional<TrainingSnapshot> from,
      TrainingListener listener) {
    return run(SHARED, batch, tick, stop, from, listener);
  }

  private static NetworkTrainer.Result run(
      Compilation compilation,
      BatchRule batch,
      long tick,
      BooleanSupplier stop,
      Optional<TrainingSnapshot> from,
      TrainingListener listener) {
    return trainer(compilation, tick, stop)
        .train(
            MODEL,
            rows(batch),
            Optional.of(NetworkTrainerTest::score),
            settings(RATE, batch, STEPS, 6, 300),
            from,
            listener);
  }

  private static BooleanSupplier after(int calls) {
    AtomicInteger asked = new AtomicInteger();
    return () -> asked.getAndIncrement() >= calls;
  }

  private static void assertSame(TrainingSnapshot got, TrainingSnapshot want) {
    assertThat(got)
        .usingRecursiveComparison() // arrays by their elements, bit for bit
        .isEqualTo(want);
    assertThat(got.history()).isEqualTo(want.history());
  }

  @Test
  void an_interrupted_run_goes_on_bit_for_bit_however_its_steps_are_divided_into_calls() {
    NetworkTrainer.Result whole = // of a separate program, compiled for it
        run(
            Compilation.XLA,
            new BatchRule.Rows(3),
            FAST,
            () -> false,
            Optional.empty(),
            TrainingListener.NONE);
    assertThat(whole.outcome()).isEqualTo(TrainingOutcome.COMPLETED);
    assertThat(whole.snapshot().step()).isEqualTo(STEPS);
    assertThat(whole.snapshot().history()).hasSize(STEPS / 6);
    assertThat(whole.snapshot().bestStep()).isBetween(6L, STEPS - 6L);
    assertThat(whole.snapshot().average()).isNotEqualTo(whole.snapshot().parameters());

    NetworkTrainer.Result early = run(FAST, after(2), Optional.empty(), TrainingListener.NONE);
    assertThat(early.outcome()).isEqualTo(TrainingOutcome.INTERRUPTED);
    assertThat(early.snapshot().step()).isEqualTo(12);
    NetworkTrainer.Result middle =
        run(SLOW, after(10), Optional.of(early.snapshot()), TrainingListener.NONE);
    assertThat(middle.outcome()).isEqualTo(TrainingOutcome.INTERRUPTED);
    // Between two points of the history, with sums that wait for the next.
    assertThat(middle.snapshot().step() % 6).isNotZero();
    assertThat(middle.snapshot().pending().steps()).isPositive();
    NetworkTrainer.Result end =
        run(FAST, () -> false, Optional.of(middle.snapshot()), TrainingListener.NONE);

    assertThat(end.outcome()).isEqualTo(TrainingOutcome.COMPLETED);
    assertSame(end.snapshot(), whole.snapshot());
    assertThat(end.parameters()).isEqualTo(whole.parameters());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_run_on_cases_goes_on_bit_for_bit(boolean ownMasks) {
    BatchRule rule = new BatchRule.Cases(2, ownMasks);
    NetworkTrainer.Result whole =
        run(rule, FAST, () -> false, Optional.empty(), TrainingListener.NONE);
    assertThat(whole.snapshot().step()).isEqualTo(STEPS);
    NetworkTrainer.Result early =
        run(rule, SLOW, after(13), Optional.empty(), TrainingListener.NONE);
    assertThat(early.outcome()).isEqualTo(TrainingOutcome.INTERRUPTED);
    assertThat(early.snapshot().step()).isLessThan(STEPS);
    NetworkTrainer.Result end =
        run(rule, FAST, () -> false, Optional.of(early.snapshot()), TrainingListener.NONE);
    assertSame(end.snapshot(), whole.snapshot());

    NetworkTrainer.Result other =
        run(
            new BatchRule.Cases(2, !ownMasks),
            FAST,
            () -> false,
            Optional.empty(),
            TrainingListener.NONE);
    assertThat(other.parameters()).isNotEqualTo(whole.parameters());
  }

  @Test
  void tells_how_many_rows_a_step_sees() {
    List<Integer> batches = new ArrayList<>();
    for (BatchRule rule :
        List.of(
            new BatchRule.Rows(3),
            new BatchRule.Cases(2, true),
            new BatchRule.Cases(0, false),
            new BatchRule.Cases(100, true))) {
      uncompiled()
          .train(
              MODEL,
              rows(rule),
              Optional.empty(),
              settings(RATE, rule, 1, 1, 1),
              Optional.empty(),
              event -> {
                if (event instanceof TrainingEvent.Started s) {
                  batches.add(s.batch());
                }
              });
    }
    assertThat(batches).containsExactly(3, 4, 8, 8);
  }

  @Test
  void a_snapshot_saved_on_the_way_leads_to_the_same_end() {
    List<TrainingSnapshot> saved = new ArrayList<>();
    NetworkTrainer.Result whole =
        run(
            SLOW,
            () -> false,
            Optional.empty(),
            event -> {
              if (event instanceof TrainingEvent.Saved s) {
                saved.addAll(s.snapshots());
              }
            });
    assertThat(saved).hasSizeGreaterThan(2);
    TrainingSnapshot one = saved.get(saved.size() / 2);
    assertThat(one.step()).isLessThan(whole.snapshot().step());
    assertSame(
        run(FAST, () -> false, Optional.of(one), TrainingListener.NONE).snapshot(),
        whole.snapshot());
    assertThat(saved.get(saved.size() - 1)).isSameAs(whole.snapshot());
  }

  @Test
  void a_finished_run_that_is_resumed_ends_at_once() {
    TrainingSettings settings = settings(RATE, 0, 2, 1, 100);
    NetworkTrainer.Result first =
        uncompiled().train(MODEL, rows(), Optional.empty(), settings, Optional.empty(), e -> {});
    NetworkTrainer.Result again =
        uncompiled()
            .train(
                MODEL,
                rows(),
                Optional.empty(),
                settings,
                Optional.of(first.snapshot()),
                event -> assertThat(event).isNotInstanceOf(TrainingEvent.Progressed.class));
    assertThat(again.outcome()).isEqualTo(TrainingOutcome.COMPLETED);
    assertSame(again.snapshot(), first.snapshot());
  }

  /** Returns scores from a list and keeps the parameters that it scored. */
  private static final class Script implements Validation {
    private final double[] scores;
    private final List<float[]> asked = new ArrayList<>();

    Script(double... scores) {
      this.scores = scores;
    }

    @Override
    public double score(float[] parameters) {
      asked.add(parameters.clone());
      return scores[asked.size() - 1];
    }
  }

  @Test
  void training_stops_when_patience_is_over_and_returns_the_best_parameters() {
    Script script = new Script(5, 4, 3, 3, Double.NaN, 3.5);
    TrainingSettings settings = settings(RATE, 3, 50, 1, 3);
    NetworkTrainer.Result result =
        uncompiled().train(MODEL, rows(), Optional.of(script), settings, Optional.empty(), e -> {});
    assertThat(result.outcome()).isEqualTo(TrainingOutcome.STOPPED_EARLY);
    assertThat(script.asked).hasSize(6);
    TrainingSnapshot end = result.snapshot();
    assertThat(end.step()).isEqualTo(6);
    assertThat(end.bestStep()).isEqualTo(3); // an equal score is not better
    assertThat(end.bestScore()).isEqualTo(3);
    assertThat(result.parameters()).isEqualTo(script.asked.get(2)).isEqualTo(end.best());
    // The averaged parameters are scored and kept, not the current ones.
    assertThat(end.average()).isEqualTo(script.asked.get(5)).isNotEqualTo(end.best());
    assertThat(end.parameters()).isNotEqualTo(end.average());
    assertThat(end.history())
        .extracting(TrainingSnapshot.Point::validation)
        .containsExactly(5.0, 4.0, 3.0, 3.0, Double.NaN, 3.5);
    assertThat(end.history())
        .extracting(TrainingSnapshot.Point::step)
        .containsExactly(1L, 2L, 3L, 4L, 5L, 6L);

    Script none = new Script();
    NetworkTrainer.Result again =
        uncompiled().train(MODEL, rows(), Optional.of(none), settings, Optional.of(end), e -> {});
    assertThat(again.outcome()).isEqualTo(TrainingOutcome.STOPPED_EARLY);
    assertThat(none.asked).isEmpty();
    assertThat(again.parameters()).isEqualTo(result.parameters());
  }

  /** Patience 3 is over at step 5, between two validations: how calls end must not matter. */
  @Test
  void patience_is_looked_at_where_the_score_is_measured_however_the_calls_end() {
    for (long tick : List.of(FAST, SLOW)) {
      Script script = new Script(2, 3, 4, 1);
      NetworkTrainer.Result result =
          trainer(Compilation.NONE, tick, () -> false)
              .train(
                  MODEL,
                  rows(),
                  Optional.of(script),
                  settings(RATE, 3, 50, 2, 3),
                  Optional.empty(),
                  e -> {});
      assertThat(result.snapshot().step()).as("tick of %s ms", tick).isEqualTo(6);
      assertThat(script.asked).hasSize(3);
    }
  }

  @Test
  void without_validation_the_last_average_is_returned() {
    NetworkTrainer.Result result =
        uncompiled()
            .train(
                MODEL,
                rows(),
                Optional.empty(),
                settings(RATE, 0, 3, 1, 1),
                Optional.empty(),
                e -> {});
    assertThat(result.outcome()).isEqualTo(TrainingOutcome.COMPLETED);
    assertThat(result.parameters()).isEqualTo(result.snapshot().average());
    assertThat(result.snapshot().bestStep()).isEqualTo(-1);
    assertThat(result.snapshot().history())
        .hasSize(3)
        .allSatisfy(point -> assertThat(point.validation()).isNaN())
        .allSatisfy(point -> assertThat(point.fit()).isPositive());
  }

  @Test
  void a_batch_of_all_rows_or_more_is_the_full_batch() {
    List<float[]> ends = new ArrayList<>();
    for (int batch : new int[] {0, ROWS, 100}) {
      NetworkTrainer.Result result =
          uncompiled()
              .train(
                  MODEL,
                  rows(),
                  Optional.empty(),
                  settings(RATE, batch, 2, 1, 1),
                  Optional.empty(),
                  e -> {});
      assertThat(result.snapshot().step()).isEqualTo(2);
      ends.add(result.parameters());
    }
    assertThat(ends.get(1)).isEqualTo(ends.get(0));
    assertThat(ends.get(2)).isEqualTo(ends.get(0));
  }

  @Test
  void an_absurd_learning_rate_is_reported_with_the_last_good_state() {
    TrainingSettings absurd = settings(new Schedule.Constant(1e30), 3, STEPS, 6, 300);
    List<TrainingEvent> events = new ArrayList<>();
    DivergedFitException e =
        catchThrowableOfType(
            DivergedFitException.class,
            () ->
                uncompiled()
                    .train(MODEL, rows(), Optional.empty(), absurd, Optional.empty(), events::add));
    assertThat(e.getMessage())
        .containsPattern("at step [0-9]+, with learning rate 1.0E30")
        .contains("try a smaller learning rate")
        .contains("The state of step 0 is kept.");
    TrainingSnapshot good = e.lastGood().get(0);
    assertThat(good.step()).isZero();
    for (float[] vector :
        List.of(good.parameters(), good.firstMoment(), good.secondMoment(), good.best())) {
      assertThat(vector).isNotEmpty();
      for (float v : vector) {
        assertThat(v).isFinite();
      }
    }
    assertThat(events).noneMatch(event -> event instanceof TrainingEvent.Saved);

    NetworkTrainer.Result saner =
        uncompiled()
            .train(
                MODEL,
                rows(),
                Optional.empty(),
                settings(RATE, 3, 2, 2, 100),
                Optional.of(good),
                TrainingListener.NONE);
    assertThat(saner.outcome()).isEqualTo(TrainingOutcome.COMPLETED);
  }

  @Test
  void events_come_in_order() {
    List<TrainingEvent> events = new ArrayList<>();
    List<TrainingEvent> alsoTold = new ArrayList<>();
    TrainingListener listener = ((TrainingListener) events::add).and(alsoTold::add);
    uncompiled()
        .train(
            MODEL,
            rows(),
            Optional.of(new Script(2, 1)),
            settings(RATE, 3, 2, 1, 100),
            Optional.empty(),
            listener);
    assertThat(events)
        .extracting(event -> event.getClass().getSimpleName())
        .containsExactly(
            "Started",
            "Progressed",
            "Validated",
            "Recorded",
            "Progressed",
            "Validated",
            "Recorded",
            "Saved",
            "Finished");
    assertThat(alsoTold).isEqualTo(events);
    int parameters = MODEL.parameters().stream().mapToInt(p -> p.size()).sum();
    assertThat(events.get(0)).isEqualTo(new TrainingEvent.Started(parameters, ROWS, 3, 2, 0));
    assertThat(events.get(2)).isEqualTo(new TrainingEvent.Validated(1, 2, 2, 1));
    assertThat(events.get(5)).isEqualTo(new TrainingEvent.Validated(2, 1, 1, 2));
    TrainingEvent.Recorded recorded = (TrainingEvent.Recorded) events.get(6);
    assertThat(recorded.point().validation()).isEqualTo(1);
    assertThat(recorded.step()).isEqualTo(2);
    assertThat(recorded.learningRate()).isEqualTo(RATE.rate(1));
    assertThat(recorded.parameters()).hasSize(parameters);
    assertThat(((TrainingEvent.Progressed) events.get(1)).stepsPerSecond())
        .as("of a call that compiles")
        .isNaN();
    TrainingEvent.Progressed second = (TrainingEvent.Progressed) events.get(4);
    assertThat(second.step()).isEqualTo(2);
    assertThat(second.stepsPerSecond()).isPositive().isFinite();
    TrainingEvent.Finished finished = (TrainingEvent.Finished) events.get(8);
    assertThat(finished.outcome()).isEqualTo(TrainingOutcome.COMPLETED);
    assertThat(finished.step()).isEqualTo(2);
    assertThat(finished.seconds()).isPositive();
  }

  @Test
  void a_resumed_run_says_where_it_starts() {
    NetworkTrainer.Result early = run(FAST, after(1), Optional.empty(), TrainingListener.NONE);
    List<TrainingEvent> events = new ArrayList<>();
    run(FAST, after(0), Optional.of(early.snapshot()), events::add);
    assertThat(((TrainingEvent.Started) events.get(0)).step()).isEqualTo(6);
    assertThat(events)
        .extracting(event -> event.getClass().getSimpleName())
        .containsExactly("Started", "Saved", "Finished");
  }

  @Test
  void refuses_bad_settings_and_rows_by_name() {
    assertThatThrownBy(() -> settings(RATE, -1, 1, 1, 1)).hasMessage("batch: -1 (expected: >= 0)");
    assertThatThrownBy(() -> settings(RATE, 0, 0, 1, 1)).hasMessage("steps: 0 (expected: >= 1)");
    assertThatThrownBy(() -> settings(RATE, 0, 1, 0, 1)).hasMessage("every: 0 (expected: >= 1)");
    assertThatThrownBy(() -> settings(RATE, 0, 1, 1, 0)).hasMessage("patience: 0 (expected: >= 1)");
    assertThatThrownBy(() -> new TrainingRows(new float[5], new float[2], 2))
        .hasMessage("rows: 2, x of 5, y of 2 values (expected: at least one row, whole rows)");
  }
}
