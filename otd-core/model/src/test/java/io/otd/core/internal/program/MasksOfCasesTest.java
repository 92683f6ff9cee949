// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import static io.otd.core.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.array.Floats;
import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.mask.Bernoulli;
import io.otd.core.internal.mask.Noise;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.optimizer.AdamW;
import io.otd.core.internal.optimizer.Optimizer;
import io.otd.core.internal.optimizer.Schedule;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Batches of whole cases, each with its own masks: the oracle is each case alone. */
@Tag("long")
class MasksOfCasesTest {
  private static final int CASES = 3;
  private static final int POINTS = 2;
  private static final int DRAWS = 4;

  static Stream<ModelSpec> models() {
    return Stream.of(
        Plans.model(Plans.transported(2)),
        Plans.model(Plans.transported(12)),
        Plans.model(Plans.lowLatent(2)),
        Plans.model(Plans.lowLatent(12)),
        Plans.model(new Bernoulli(0.5, true)),
        Plans.conditional(2),
        Plans.conditional(12));
  }

  private static TrainingPlan plan(ModelSpec model, Optimizer optimizer, BatchPlan batches) {
    TrainingPlan plan = Plans.plan(model, 1, 1);
    return new TrainingPlan(model, plan.loss(), plan.action(), optimizer, batches);
  }

  /** Fit, dispersion, action, then the gradient. */
  private static double[] objective(
      ModelSpec model, BatchPlan batches, Noise noise, float[] x, float[] y) {
    ParameterVector vector = new ParameterVector(model.parameters());
    List<float[]> found =
        GraphRun.plain(
            tf -> {
              ParameterValues values = vector.split(tf, tf.constant(Plans.parameters(model)));
              int rows = batches.rows();
              Objective o =
                  Objective.add(
                      tf,
                      plan(model, Optimizer.of(AdamW.ADAM), batches),
                      values,
                      new ModelNoise(noise, noise),
                      GraphRun.constant(tf, x, rows, Plans.INPUTS),
                      GraphRun.constant(tf, y, rows, 1),
                      tf.fill(tf.constant(new int[] {rows}), tf.constant(1f)),
                      tf.fill(tf.constant(new int[] {rows}), tf.constant(1f)));
              return List.of(o.fit(), o.dispersion(), o.action(), vector.join(tf, o.gradients()));
            });
    return found.stream()
        .flatMapToDouble(
            values ->
                java.util.stream.IntStream.range(0, values.length).mapToDouble(i -> values[i]))
        .toArray();
  }

  /** Noise of one case of the batch: every third draw, of the energy score and of the action. */
  private static float[] ofCase(float[] all, boolean byColumn, int width, int draws, int which) {
    int drawsOfCase = draws / CASES;
    float[] mine = new float[width * drawsOfCase];
    for (int k = 0; k < drawsOfCase; k++) {
      int from = k * CASES + which;
      for (int j = 0; j < width; j++) {
        if (byColumn) {
          mine[j * drawsOfCase + k] = all[j * draws + from];
        } else {
          mine[k * width + j] = all[from * width + j];
        }
      }
    }
    return mine;
  }

  private static float[] part(float[] values, int parts, int which) {
    int each = values.length / parts;
    return Arrays.copyOfRange(values, which * each, (which + 1) * each);
  }

  @ParameterizedTest
  @MethodSource("models")
  void objective_and_gradient_are_means_over_the_cases_each_under_its_own_masks(ModelSpec model) {
    boolean byColumn = !(model.masks() instanceof Bernoulli);
    int width = model.network().latentWidth();
    int codeWidth =
        model.masks() instanceof io.otd.core.internal.mask.LowLatent l ? l.width() : width;
    KineticAction action = Plans.plan(model, 1, 1).action();
    int draws = CASES * (DRAWS + action.draws());
    SplittableRandom random = new SplittableRandom(3);
    float[] uniforms = new float[codeWidth * draws];
    for (int i = 0; i < uniforms.length; i++) {
      uniforms[i] = (float) random.nextDouble(0.02, 0.98);
    }
    float[] x = Plans.x(CASES * POINTS);
    float[] y = Plans.y(CASES * POINTS);
    double[] all =
        objective(
            model,
            new BatchPlan(CASES, POINTS, CASES, true),
            (tf, axis, shape) -> GraphRun.constant(tf, uniforms, shape),
            x,
            y);
    double[] mean = new double[all.length];
    double[] first = new double[0];
    for (int f = 0; f < CASES; f++) {
      float[] mine = ofCase(uniforms, byColumn, codeWidth, draws, f);
      double[] alone =
          objective(
              model,
              BatchPlan.ofRows(POINTS, POINTS),
              (tf, axis, shape) -> GraphRun.constant(tf, mine, shape),
              part(x, CASES, f),
              part(y, CASES, f));
      for (int i = 0; i < mean.length; i++) {
        mean[i] += alone[i] / CASES;
      }
      first = f == 0 ? alone : first;
    }
    float[] got = new float[all.length];
    for (int i = 0; i < got.length; i++) {
      got[i] = (float) all[i];
    }
    // Sums of a dozen numbers of order 1 in float32, in another order.
    assertNear("objective", got, mean, 3e-6);
    assertThat(Arrays.stream(first).map(Math::abs).max().orElseThrow()).isGreaterThan(0.1);
    assertThat(Math.abs(first[0] - mean[0])).isGreaterThan(1e-3);
  }

  /**
   * Masks from the noise of the step: a step on two of the cases, and one on data of only these
   * two.
   */
  @ParameterizedTest
  @MethodSource("models")
  void a_step_on_some_cases_equals_a_step_on_data_of_only_those_cases(ModelSpec model) {
    float[] x = Plans.x(CASES * POINTS);
    float[] y = Plans.y(CASES * POINTS);
    for (boolean ownMasks : new boolean[] {false, true}) {
      float[] some =
          gradient(model, new BatchPlan(CASES, POINTS, 2, ownMasks), x, y, new int[] {2, 0});
      float[] these =
          gradient(
              model,
              new BatchPlan(2, POINTS, 2, ownMasks),
              joined(part(x, CASES, 2), part(x, CASES, 0)),
              joined(part(y, CASES, 2), part(y, CASES, 0)));
      assertNear("gradient", some, Floats.widened(these), 3e-6);
      assertThat(norm(some)).isGreaterThan(0.1);
    }
  }

  @Test
  void a_padding_case_has_no_weight() {
    ModelSpec model = Plans.model(Plans.transported(2));
    float[] x = Plans.x(CASES * POINTS);
    float[] y = Plans.y(CASES * POINTS);
    float[] padded = gradient(model, new BatchPlan(CASES, POINTS, 2, false), x, y, new int[] {1});
    float[] alone =
        gradient(model, BatchPlan.ofRows(POINTS, POINTS), part(x, CASES, 1), part(y, CASES, 1));
    assertNear("gradient", padded, Floats.widened(alone), 3e-6);
  }

  /** If the distribution gives each row its own masks, they are the same as without cases. */
  @Test
  void per_row_masks_are_left_unchanged() {
    ModelSpec model = Plans.model(Plans.DROPOUT);
    float[] x = Plans.x(CASES * POINTS);
    float[] y = Plans.y(CASES * POINTS);
    assertThat(gradient(model, new BatchPlan(CASES, POINTS, CASES, true), x, y))
        .isEqualTo(gradient(model, BatchPlan.ofRows(CASES * POINTS, CASES * POINTS), x, y));
  }

  @Test
  void padding_adds_whole_cases_and_changes_nothing_else() {
    BatchPlan batches = new BatchPlan(5, 3, 2, true);
    assertThat(batches.withPlaces(64)).isEqualTo(new BatchPlan(22, 3, 2, true));
    assertThat(BatchPlan.ofRows(5, 2).withPlaces(64)).isEqualTo(BatchPlan.ofRows(64, 2));
  }

  @Test
  void each_case_occurs_once_per_permutation() {
    BatchPlan batches = new BatchPlan(4, 100, 2, true);
    int[] all = batches.stream(7).of(0, 6).padded(6);
    for (int order = 0; order < 3; order++) {
      assertThat(Arrays.copyOfRange(all, 4 * order, 4 * order + 4))
          .containsExactlyInAnyOrder(0, 1, 2, 3);
    }
    assertThat(batches.batchRows()).isEqualTo(200);
    assertThat(batches.rows()).isEqualTo(400);
  }

  @Test
  void refuses_mismatched_sizes() {
    assertThatThrownBy(() -> new BatchPlan(3, 4, 4, false))
        .hasMessageStartingWith("batch: 4 of 3 cases of 4 rows (expected: from 1 to");
    assertThatThrownBy(() -> new BatchPlan(3, 0, 1, false)).hasMessageContaining("of 0 rows");
    assertThatThrownBy(() -> new LatentCounts(4, 0, 7, 2))
        .hasMessage(
            "groups with masks of their own: 2 of 7 rows (expected: groups of as many rows)");
  }

  /** The gradient of the first step, as stored by an optimiser without memory. */
  private static float[] gradient(
      ModelSpec model, BatchPlan batches, float[] x, float[] y, int... cases) {
    TrainingPlan plan = plan(model, Plans.MEMORYLESS, batches);
    Batches first = batches.full() ? Batches.full(1) : Batches.of(List.of(cases), batches.batch());
    try (TrainingProgram program =
        new TrainingProgram(plan, x, y, 1, new Compiler(Compilation.NONE, Plans::refuse))) {
      return program
          .run(
              TrainingState.initial(Plans.parameters(model)), first, new Schedule.Constant(0.01), 5)
          .state()
          .firstMoment();
    }
  }

  private static float[] joined(float[] a, float[] b) {
    float[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  private static double norm(float[] values) {
    return Math.sqrt(Arrays.stream(Floats.widened(values)).map(v -> v * v).sum());
  }
}
