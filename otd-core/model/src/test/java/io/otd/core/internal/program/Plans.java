// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.flow.Flow;
import io.otd.core.internal.flow.FlowSolver;
import io.otd.core.internal.flow.VelocityField;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.InitialValues;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.loss.EnergyScore;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.mask.Bernoulli;
import io.otd.core.internal.mask.ConcreteReference;
import io.otd.core.internal.mask.Lift;
import io.otd.core.internal.mask.LowLatent;
import io.otd.core.internal.mask.MaskLaw;
import io.otd.core.internal.mask.Transported;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Backbone;
import io.otd.core.internal.network.ConditionalMlp;
import io.otd.core.internal.network.MaskedMlp;
import io.otd.core.internal.optimizer.AdamW;
import io.otd.core.internal.optimizer.Optimizer;
import io.otd.core.internal.optimizer.ParameterAverage;
import java.util.List;

/** Small models, plans and rows for the tests of the programs. */
final class Plans {
  static final int INPUTS = 2;
  static final MaskLaw DROPOUT = new Bernoulli(0.2, false);

  /** Its epsilon keeps it from turning the rounding errors of zero gradients into full steps. */
  static final Optimizer OPTIMIZER = Optimizer.of(new AdamW(0.9, 0.999, 1e-3, 1e-2));

  /** The moment after one step without memory is the gradient itself. */
  static final Optimizer MEMORYLESS = Optimizer.of(new AdamW(0, 0, 1e-8, 0));

  private Plans() {}

  /** The mask distribution of OTD; up to 8 steps are unrolled, more are rolled. */
  static Transported transported(int steps) {
    return new Transported(
        ConcreteReference.UNIFORM,
        new Flow(
            new VelocityField(List.of(4), Activation.GELU_TANH, Initializer.HE_NORMAL),
            FlowSolver.HEUN,
            steps));
  }

  /** The low-latent distribution with a code of two numbers. */
  static MaskLaw lowLatent(int steps) {
    return new LowLatent(
        2, transported(steps), new Lift(List.of(3), Activation.GELU_TANH, Initializer.HE_NORMAL));
  }

  /** Conditional OTD with a code of two numbers, otherwise like {@link #model}. */
  static ModelSpec conditional(int steps) {
    return new ModelSpec(
        INPUTS,
        1,
        new ConditionalMlp(
            2, List.of(4, 3), Activation.TANH, Initializer.HE_NORMAL, Backbone.PLAIN),
        transported(steps));
  }

  /** Two inputs, two hidden layers of 4 and 3 units, one output. */
  static ModelSpec model(MaskLaw law) {
    return new ModelSpec(
        INPUTS,
        1,
        new MaskedMlp(List.of(4, 3), Activation.TANH, Initializer.HE_NORMAL, Backbone.INVERTED),
        law);
  }

  /** Energy score of 4 draws; action of 3 more where there is a flow. */
  static TrainingPlan plan(MaskLaw law, int rows, int batch) {
    return plan(model(law), rows, batch);
  }

  /** The same for any model. */
  static TrainingPlan plan(ModelSpec model, int rows, int batch) {
    return plan(model, OPTIMIZER, rows, batch);
  }

  static TrainingPlan plan(ModelSpec model, Optimizer optimizer, int rows, int batch) {
    boolean flows = model.parameters().stream().anyMatch(p -> p.name().startsWith("velocity"));
    KineticAction action = flows ? new KineticAction(3, 0.1) : KineticAction.NONE;
    return new TrainingPlan(
        model, new EnergyScore(4), action, optimizer, BatchPlan.ofRows(rows, batch));
  }

  static TrainingPlan plan(
      MaskLaw law, KineticAction action, Optimizer optimizer, int rows, int batch) {
    return new TrainingPlan(
        model(law), new EnergyScore(4), action, optimizer, BatchPlan.ofRows(rows, batch));
  }

  /** The same plan with an average of the parameters. */
  static TrainingPlan averaging(TrainingPlan plan, double decay) {
    return new TrainingPlan(
        plan.model(),
        plan.loss(),
        plan.action(),
        new Optimizer(
            plan.optimizer().penalty(),
            plan.optimizer().clipNorm(),
            plan.optimizer().adamW(),
            new ParameterAverage(decay)),
        plan.batches());
  }

  static float[] parameters(ModelSpec model) {
    return new ParameterVector(model.parameters()).join(InitialValues.draw(model.parameters(), 17));
  }

  /** {@code [rows, 2]}. */
  static float[] x(int rows) {
    float[] x = new float[rows * INPUTS];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) Math.sin(1.9 * i + 0.4);
    }
    return x;
  }

  /** {@code [rows, 1]}. */
  static float[] y(int rows) {
    float[] y = new float[rows];
    for (int i = 0; i < rows; i++) {
      y[i] = (float) Math.cos(0.7 * i * i);
    }
    return y;
  }

  /** A program with those rows that must not warn. */
  static TrainingProgram program(
      TrainingPlan plan, int capacity, io.otd.core.internal.graph.Compilation compilation) {
    return new TrainingProgram(
        plan, x(plan.rows()), y(plan.rows()), capacity, new Compiler(compilation, Plans::refuse));
  }

  static void refuse(String warning) {
    org.assertj.core.api.Assertions.assertThat(warning).as("no warning").isEmpty();
  }
}
