// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import static io.otd.core.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.array.Floats;
import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.optimizer.Optimizer;
import io.otd.core.internal.optimizer.ParameterAverage;
import io.otd.core.internal.optimizer.Schedule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TrainingProgramTest {
  private static final long KEY = Uniforms.key(5, 0);
  private static final Schedule SCHEDULE =
      new Schedule.WarmUp(3, new Schedule.Cosine(0.02, 20, 0.001));
  private static final int ROWS = 7;

  private static TrainingState start(TrainingPlan plan) {
    return TrainingState.initial(Plans.parameters(plan.model()));
  }

  /** Steps {@code from} to {@code to} of a run. */
  private static Batches batches(TrainingPlan plan, int from, int to) {
    return plan.batches().stream(99).of(from, to - from);
  }

  /** A run in calls that end at the given steps. */
  private static TrainingProgram.Steps run(
      TrainingProgram program, TrainingPlan plan, int... ends) {
    TrainingState state = start(plan);
    List<float[]> trace = new ArrayList<>();
    int from = 0;
    for (int to : ends) {
      TrainingProgram.Steps steps = program.run(state, batches(plan, from, to), SCHEDULE, KEY);
      state = steps.state();
      assertThat(state.step()).isEqualTo(to);
      assertThat(steps.trace()).hasNumberOfRows(to - from);
      trace.addAll(List.of(steps.trace()));
      from = to;
    }
    return new TrainingProgram.Steps(state, trace.toArray(float[][]::new));
  }

  private static void assertSameBits(TrainingProgram.Steps got, TrainingProgram.Steps want) {
    assertThat(got.state().parameters()).isEqualTo(want.state().parameters());
    assertThat(got.state().firstMoment()).isEqualTo(want.state().firstMoment());
    assertThat(got.state().secondMoment()).isEqualTo(want.state().secondMoment());
    assertThat(got.state().average()).isEqualTo(want.state().average());
    assertThat(got.trace()).isDeepEqualTo(want.trace());
  }

  /** Each model on batches; how batches are drawn does not depend on the model. */
  static Stream<Arguments> programs() {
    return Stream.of(
        Arguments.of(Plans.model(Plans.transported(4)), 3),
        Arguments.of(Plans.model(Plans.transported(4)), ROWS),
        Arguments.of(Plans.model(Plans.transported(20)), 3),
        Arguments.of(Plans.model(Plans.lowLatent(4)), 3),
        Arguments.of(Plans.model(Plans.lowLatent(20)), 3),
        Arguments.of(Plans.model(Plans.DROPOUT), 3),
        Arguments.of(Plans.conditional(4), 3),
        Arguments.of(Plans.conditional(20), 3));
  }

  @ParameterizedTest
  @MethodSource("programs")
  @Tag("long")
  void a_run_split_into_calls_is_bit_identical_to_the_whole_run(ModelSpec model, int batch) {
    TrainingPlan plan = Plans.plan(model, ROWS, batch);
    try (TrainingProgram program = Plans.program(plan, 11, Compilation.XLA)) {
      TrainingProgram.Steps whole = run(program, plan, 11);
      assertThat(whole.state().isFinite()).isTrue();
      assertThat(whole.state().parameters()).isNotEqualTo(start(plan).parameters());
      assertSameBits(run(program, plan, 1, 4, 5, 11), whole);
      assertSameBits(run(program, plan, 8, 11), whole);
      assertThat(program.runsCompiled(start(plan), batches(plan, 0, 2), SCHEDULE)).isTrue();

      // Nine steps, uncompiled: other orders of summation, 0.02 per step, float32 differences.
      try (TrainingProgram plain = Plans.program(plan, 9, Compilation.NONE)) {
        TrainingProgram.Steps compiled = run(program, plan, 9);
        TrainingProgram.Steps uncompiled = run(plain, plan, 2, 9);
        double[] want = Floats.widened(uncompiled.state().parameters());
        assertNear("parameters", compiled.state().parameters(), want, 2e-5);
        assertThat(plain.runsCompiled(start(plan), batches(plan, 0, 2), SCHEDULE)).isFalse();
      }
    }
  }

  @Test
  void the_capacity_of_the_program_does_not_matter() {
    TrainingPlan plan = Plans.plan(Plans.transported(1), ROWS, 3);
    try (TrainingProgram small = Plans.program(plan, 4, Compilation.XLA);
        TrainingProgram large = Plans.program(plan, 64, Compilation.XLA)) {
      assertThat(large.capacity()).isEqualTo(64);
      assertSameBits(run(small, plan, 4, 8, 9), run(large, plan, 9));
    }
  }

  /** Against the rule in double precision, fed with the parameters after each step. */
  @Test
  @Tag("long")
  void the_parameter_average_follows_its_rule() {
    for (double decay : new double[] {0, 0.25, 0.995}) {
      TrainingPlan plan = Plans.averaging(Plans.plan(Plans.transported(4), ROWS, 3), decay);
      try (TrainingProgram program = Plans.program(plan, 6, Compilation.XLA)) {
        double[] want = Floats.widened(start(plan).parameters());
        for (int t = 1; t <= 6; t++) {
          float[] p = run(program, plan, t).state().parameters();
          double keep = Math.min(decay, (1.0 + t) / (10 + t));
          double[] before = want;
          double[] after = new double[p.length];
          Arrays.setAll(after, i -> keep * before[i] + (1 - keep) * p[i]);
          want = after;
        }
        TrainingProgram.Steps end = run(program, plan, 2, 6);
        assertNear("average", end.state().average(), want, 1e-6);
        if (decay == 0) {
          assertThat(end.state().average()).isEqualTo(end.state().parameters());
        } else {
          assertThat(end.state().average()).isNotEqualTo(end.state().parameters());
        }
        // Training does not depend on it.
        TrainingPlan plain = Plans.plan(Plans.transported(4), ROWS, 3);
        try (TrainingProgram without = Plans.program(plain, 6, Compilation.XLA)) {
          assertNear(
              "parameters",
              end.state().parameters(),
              Floats.widened(run(without, plain, 6).state().parameters()),
              1e-6);
        }
      }
    }
  }

  @Test
  void the_noise_key_changes_the_run() {
    TrainingPlan plan = Plans.plan(Plans.DROPOUT, ROWS, ROWS);
    try (TrainingProgram program = Plans.program(plan, 4, Compilation.NONE)) {
      assertThat(program.run(start(plan), Batches.full(4), SCHEDULE, KEY).trace())
          .isNotEqualTo(program.run(start(plan), Batches.full(4), SCHEDULE, KEY + 1).trace());
    }
  }

  private static TrainingPlan memoryless(double penalty, double clipNorm, int batch) {
    return Plans.plan(
        Plans.transported(1),
        new KineticAction(3, 0.1),
        new Optimizer(penalty, clipNorm, Plans.MEMORYLESS.adamW(), ParameterAverage.NONE),
        ROWS,
        batch);
  }

  /** Gradient and trace of the first step on some rows, or on all. */
  private static TrainingProgram.Steps first(TrainingPlan plan, int... rows) {
    try (TrainingProgram program = Plans.program(plan, 1, Compilation.NONE)) {
      Batches batches =
          plan.batches().full()
              ? Batches.full(1)
              : Batches.of(List.of(rows), plan.batches().batch());
      return program.run(start(plan), batches, SCHEDULE, KEY);
    }
  }

  private static double[] gradient(TrainingPlan plan, int... rows) {
    return Floats.widened(first(plan, rows).state().firstMoment());
  }

  private static double norm(double[] vector) {
    return Math.sqrt(Arrays.stream(vector).map(v -> v * v).sum());
  }

  /** The masks are shared by the rows, so the batch does not change the draws. */
  @Test
  void a_padded_batch_has_the_objective_of_its_own_rows() {
    double none = Double.POSITIVE_INFINITY;
    TrainingProgram.Steps padded = first(memoryless(0, none, 5), 4, 1);
    TrainingProgram.Steps exact = first(memoryless(0, none, 2), 4, 1);
    double[] want = Floats.widened(exact.state().firstMoment());
    assertNear("gradient", padded.state().firstMoment(), want, 1e-6);
    assertNear("trace", padded.trace()[0], Floats.widened(exact.trace()[0]), 1e-6);
    // Counting the padding, or dropping a row, would give one of these.
    double[] twice = gradient(memoryless(0, none, 3), 4, 4, 1);
    double[] less = gradient(memoryless(0, none, 1), 4);
    assertThat(distance(want, twice)).isGreaterThan(1e-3);
    assertThat(distance(want, less)).isGreaterThan(1e-3);
  }

  /** Several members of an ensemble share a program, although their numbers of rows differ. */
  @Test
  void padding_rows_let_programs_be_shared_and_change_nothing_else() {
    TrainingPlan plan = Plans.plan(Plans.transported(1), 64, 3);
    TrainingPlan more = Plans.plan(Plans.transported(1), 65, 3);
    assertThat(plan.padded(64)).isNotEqualTo(more.padded(65));
    assertThat(plan.padded(65)).isEqualTo(more.padded(65)).isEqualTo(more.padded(64));
    float[] x = new float[64 * Plans.INPUTS];
    float[] y = new float[64];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) Math.sin(i);
      y[i / Plans.INPUTS] = (float) Math.cos(3 * i);
    }
    List<TrainingProgram.Steps> both = new ArrayList<>();
    for (int places : new int[] {64, 200}) {
      try (TrainingProgram program =
          new TrainingProgram(
              plan, places, x, y, new float[0], 9, new Compiler(Compilation.XLA, w -> {}))) {
        both.add(run(program, plan, 4, 9));
      }
    }
    assertSameBits(both.get(1), both.get(0));
  }

  private static double distance(double[] a, double[] b) {
    double[] difference = new double[a.length];
    Arrays.setAll(difference, i -> a[i] - b[i]);
    return norm(difference);
  }

  @Test
  void a_mini_batch_of_all_rows_equals_the_full_batch() {
    double none = Double.POSITIVE_INFINITY;
    TrainingPlan mini =
        Plans.plan(
            Plans.transported(1), new KineticAction(3, 0.1), Plans.MEMORYLESS, ROWS + 1, ROWS);
    float[] got = first(mini, 6, 5, 4, 3, 2, 1, 0).state().firstMoment();
    assertNear("gradient", got, gradient(memoryless(0, none, ROWS)), 1e-6);
  }

  @Test
  void a_gradient_above_the_limit_is_clipped_and_one_below_is_unchanged() {
    double[] g = gradient(memoryless(0, Double.POSITIVE_INFINITY, ROWS));
    double norm = norm(g);
    for (double share : new double[] {0.01, 0.5}) {
      double[] want = Arrays.stream(g).map(v -> v * share).toArray();
      double[] got = gradient(memoryless(0, norm * share, ROWS));
      // Relative to the norm, which may be small compared with 1.
      assertThat(distance(got, want)).isLessThan(2e-6 * norm * share);
      assertThat(norm(got))
          .isCloseTo(norm * share, org.assertj.core.data.Percentage.withPercentage(1e-4));
    }
    assertThat(gradient(memoryless(0, norm * 1.01, ROWS))).isEqualTo(g);
  }

  @Test
  void the_penalty_adds_twice_its_weight_times_the_parameters_before_clipping() {
    TrainingPlan plan = memoryless(0, Double.POSITIVE_INFINITY, ROWS);
    double[] g = gradient(plan);
    float[] p = start(plan).parameters();
    double[] want = new double[g.length];
    Arrays.setAll(want, i -> g[i] + 2 * 0.05 * p[i]);
    double[] got = gradient(memoryless(0.05, Double.POSITIVE_INFINITY, ROWS));
    assertThat(distance(got, want)).isLessThan(1e-6);
    double limit = 0.5 * norm(want);
    double[] clipped = gradient(memoryless(0.05, limit, ROWS));
    assertThat(distance(clipped, Arrays.stream(want).map(v -> v / 2).toArray())).isLessThan(1e-6);
  }

  @Test
  void refuses_nonfinite_values_by_row_and_column() {
    TrainingPlan plan = Plans.plan(Plans.DROPOUT, ROWS, 3);
    float[] x = Plans.x(ROWS);
    float[] y = Plans.y(ROWS);
    float[] badX = x.clone();
    badX[2 * 3 + 1] = Float.NaN;
    assertThatThrownBy(
            () ->
                new TrainingProgram(
                    plan, badX, y, 1, new Compiler(Compilation.NONE, Plans::refuse)))
        .hasMessage("x: row 3, column 1 is NaN (expected: finite)");
    float[] badY = y.clone();
    badY[6] = Float.NEGATIVE_INFINITY;
    assertThatThrownBy(
            () ->
                new TrainingProgram(
                    plan, x, badY, 1, new Compiler(Compilation.NONE, Plans::refuse)))
        .hasMessage("y: row 6, column 0 is -Infinity (expected: finite)");
    assertThatThrownBy(
            () -> new TrainingProgram(plan, y, y, 1, new Compiler(Compilation.NONE, Plans::refuse)))
        .hasMessage("x: 7 values (expected: 7 rows of 2)");
  }

  @Test
  void refuses_steps_and_states_that_do_not_fit_the_program() {
    TrainingPlan plan = Plans.plan(Plans.DROPOUT, ROWS, 3);
    assertThatThrownBy(() -> Plans.program(plan, 0, Compilation.NONE))
        .hasMessage("steps a call: 0 (expected: >= 1)");
    try (TrainingProgram program = Plans.program(plan, 2, Compilation.NONE)) {
      TrainingState state = start(plan);
      assertThatThrownBy(() -> program.run(state, batches(plan, 0, 3), SCHEDULE, KEY))
          .hasMessage("steps: 3 (expected: from 1 to 2)");
      assertThatThrownBy(() -> program.run(state, Batches.of(List.of(), 3), SCHEDULE, KEY))
          .hasMessage("steps: 0 (expected: from 1 to 2)");
      assertThatThrownBy(
              () ->
                  program.run(
                      TrainingState.initial(new float[2]), batches(plan, 0, 1), SCHEDULE, KEY))
          .hasMessage("state: 2 parameters (expected: " + state.size() + ")");
    }
  }

  @Test
  void refuses_bad_plans_by_name() {
    double none = Double.POSITIVE_INFINITY;
    assertThatThrownBy(() -> Plans.plan(Plans.DROPOUT, 5, 6))
        .hasMessage(
            "batch: 6 of 5 cases of 1 rows (expected: from 1 to the number of cases, at least 1 row)");
    assertThatThrownBy(() -> memoryless(Double.NaN, none, ROWS))
        .hasMessage("penalty: NaN (expected: >= 0, finite)");
    assertThatThrownBy(() -> memoryless(0, Double.NaN, ROWS))
        .hasMessage("clip norm: NaN (expected: > 0)");
    assertThatThrownBy(
            () -> new TrainingState(0, new float[3], new float[2], new float[3], new float[4]))
        .hasMessage(
            "training state: step 0, 3 parameters, moments of 2 and 3, average of 4 (expected: step >="
                + " 0, equal sizes)");
  }
}
