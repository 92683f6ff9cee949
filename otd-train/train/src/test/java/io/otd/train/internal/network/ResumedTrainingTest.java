// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import static io.otd.train.internal.network.SmallTraining.FAST;
import static io.otd.train.internal.network.SmallTraining.MODEL;
import static io.otd.train.internal.network.SmallTraining.RATE;
import static io.otd.train.internal.network.SmallTraining.SLOW;
import static io.otd.train.internal.network.SmallTraining.rows;
import static io.otd.train.internal.network.SmallTraining.settings;
import static io.otd.train.internal.network.SmallTraining.trainer;
import static io.otd.train.internal.network.SmallTraining.uncompiled;
import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.SharedCompilation;
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

/** An interrupted run and one that goes on from its snapshot. */
class ResumedTrainingTest {
  private static final int STEPS = 36;

  /** Compiled programs, shared by all tests of the class as by the runs of one search. */
  private static final SharedCompilation SHARED = new SharedCompilation();

  @AfterAll
  static void close() {
    SHARED.close();
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
            Optional.of(ResumedTrainingTest::score),
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
  void an_interrupted_run_resumes_bit_for_bit_however_steps_are_split_into_calls() {
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
  void a_run_on_cases_resumes_bit_for_bit(boolean ownMasks) {
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
  void an_intermediate_snapshot_resumes_to_the_same_result() {
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

  @Test
  void a_resumed_run_reports_its_starting_step() {
    NetworkTrainer.Result early = run(FAST, after(1), Optional.empty(), TrainingListener.NONE);
    List<TrainingEvent> events = new ArrayList<>();
    run(FAST, after(0), Optional.of(early.snapshot()), events::add);
    assertThat(((TrainingEvent.Started) events.get(0)).step()).isEqualTo(6);
    assertThat(events)
        .extracting(event -> event.getClass().getSimpleName())
        .containsExactly("Started", "Saved", "Finished");
  }
}
