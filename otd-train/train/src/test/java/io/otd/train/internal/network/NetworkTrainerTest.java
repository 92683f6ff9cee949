// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import static io.otd.train.internal.network.SmallTraining.FAST;
import static io.otd.train.internal.network.SmallTraining.MODEL;
import static io.otd.train.internal.network.SmallTraining.RATE;
import static io.otd.train.internal.network.SmallTraining.ROWS;
import static io.otd.train.internal.network.SmallTraining.SLOW;
import static io.otd.train.internal.network.SmallTraining.rows;
import static io.otd.train.internal.network.SmallTraining.settings;
import static io.otd.train.internal.network.SmallTraining.trainer;
import static io.otd.train.internal.network.SmallTraining.uncompiled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.optimizer.Schedule;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import io.otd.train.progress.TrainingOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NetworkTrainerTest {
  @Test
  void reports_the_number_of_rows_per_step() {
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
  void stops_when_patience_is_exhausted_and_returns_the_best_parameters() {
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
  void patience_is_checked_only_at_validations_however_steps_are_grouped() {
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
  void divergence_is_reported_with_the_last_good_state() {
    TrainingSettings absurd = settings(new Schedule.Constant(1e30), 3, 36, 6, 300);
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
  void refuses_bad_settings_and_rows_by_name() {
    assertThatThrownBy(() -> settings(RATE, -1, 1, 1, 1)).hasMessage("batch: -1 (expected: >= 0)");
    assertThatThrownBy(() -> settings(RATE, 0, 0, 1, 1)).hasMessage("steps: 0 (expected: >= 1)");
    assertThatThrownBy(() -> settings(RATE, 0, 1, 0, 1)).hasMessage("every: 0 (expected: >= 1)");
    assertThatThrownBy(() -> settings(RATE, 0, 1, 1, 0)).hasMessage("patience: 0 (expected: >= 1)");
    assertThatThrownBy(() -> new TrainingRows(new float[5], new float[2], 2))
        .hasMessage("rows: 2, x of 5, y of 2 values (expected: at least one row, whole rows)");
  }
}
