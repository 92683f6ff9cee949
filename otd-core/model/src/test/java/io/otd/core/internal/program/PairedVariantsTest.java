// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import static io.otd.core.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.array.Floats;
import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.layer.InitialValues;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.mask.Deterministic;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.model.Weights;
import io.otd.core.internal.optimizer.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs of different variants with the same seed differ only by the variant. */
class PairedVariantsTest {
  private static final int ROWS = 7;
  private static final int BATCH = 3;
  private static final int STEPS = 4;
  private static final long SEED = 12;
  private static final ModelSpec OTD = Plans.model(Plans.transported(1));

  static List<ModelSpec> variants() {
    return List.of(
        Plans.model(Plans.transported(0)),
        Plans.model(Plans.lowLatent(4)),
        Plans.conditional(4),
        Plans.model(Plans.DROPOUT),
        Plans.model(new Deterministic()));
  }

  private static Weights weights(ModelSpec model) {
    return new Weights(model.parameters(), InitialValues.draw(model.parameters(), SEED));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void parameters_of_the_same_name_and_shape_start_alike(ModelSpec variant) {
    Map<String, List<Integer>> shapes =
        OTD.parameters().stream().collect(Collectors.toMap(Parameter::name, Parameter::shape));
    Weights want = weights(OTD);
    Weights got = weights(variant);
    List<String> kernels = new ArrayList<>();
    for (Parameter p : variant.parameters()) {
      if (p.shape().equals(shapes.get(p.name()))) {
        assertThat(got.get(p.name())).as(p.name()).isEqualTo(want.get(p.name()));
        if (p.name().endsWith("kernel")) {
          kernels.add(p.name());
        }
      }
    }
    // All but the first of conditional OTD, which also reads the code.
    assertThat(kernels).contains("network/1/kernel", "network/2/kernel");
  }

  /** A velocity of zero, otherwise with the same parameters. */
  private static float[] standing(ModelSpec model) {
    List<Parameter> parameters = model.parameters();
    List<float[]> arrays = new ArrayList<>(InitialValues.draw(parameters, SEED));
    for (int i = 0; i < arrays.size(); i++) {
      if (parameters.get(i).name().startsWith("velocity/1/")) {
        arrays.set(i, new float[parameters.get(i).size()]);
      }
    }
    return new ParameterVector(parameters).join(arrays);
  }

  private static float[][] trace(TrainingPlan plan) {
    try (TrainingProgram program = Plans.program(plan, STEPS, Compilation.XLA)) {
      return program
          .run(
              TrainingState.initial(standing(plan.model())),
              new BatchStream(ROWS, BATCH, SEED).of(0, STEPS),
              new Schedule.Constant(1e-30), // no parameter moves in float32
              NoiseStream.TRAINING.key(SEED))
          .trace();
    }
  }

  private static TrainingPlan charged(ModelSpec model, double weight) {
    TrainingPlan plan = Plans.plan(model, ROWS, BATCH);
    return new TrainingPlan(
        model,
        plan.loss(),
        new KineticAction(plan.action().draws(), weight),
        plan.optimizer(),
        plan.batches());
  }

  /**
   * Where the flow moves nothing, OTD, OTD without action and OTD-0 are the same model: with the
   * same rows and the same reference masks they score the same in every step.
   */
  @Test
  void otd_without_action_or_transport_sees_the_same_rows_and_reference_masks() {
    float[][] otd = trace(charged(OTD, 0.1));
    float[][] free = trace(charged(OTD, 0));
    float[][] zero = trace(charged(variants().get(0), 0.1));
    for (int s = 0; s < STEPS; s++) {
      assertNear("without action", free[s], Floats.widened(otd[s]), 1e-6);
      assertNear("without transport", zero[s], Floats.widened(otd[s]), 1e-6);
    }
    // Other rows or masks give other scores.
    assertThat(Math.abs(otd[0][0] - otd[1][0])).isGreaterThan(1e-3f);
  }

  @Test
  void predictions_start_from_the_same_reference_masks() {
    long key = NoiseStream.PREDICTION.key(SEED);
    assertThat(key).isEqualTo(Uniforms.key(SEED, NoiseStream.PREDICTION.number()));
    List<float[]> references = new ArrayList<>();
    for (ModelSpec model : List.of(OTD, variants().get(0))) {
      try (SamplingProgram program =
          new SamplingProgram(
              model, 5, 2, DrawDesign.INDEPENDENT, new Compiler(Compilation.XLA, Plans::refuse))) {
        references.add(program.masks(standing(model), key).reference());
      }
    }
    assertThat(references.get(1)).isEqualTo(references.get(0));
  }
}
