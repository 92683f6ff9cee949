// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.loss.Loss;
import io.otd.core.internal.loss.NegativeLogLikelihood;
import io.otd.core.internal.mask.ConcreteDropout;
import io.otd.core.internal.mask.Deterministic;
import io.otd.core.internal.mask.MaskLaw;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Backbone;
import io.otd.core.internal.network.MaskedMlp;
import io.otd.core.internal.optimizer.AdamW;
import io.otd.core.internal.optimizer.Optimizer;
import io.otd.core.internal.optimizer.Schedule;
import io.otd.core.internal.output.Gaussian;
import io.otd.core.internal.output.GaussianMixture;
import io.otd.core.internal.output.OutputLaw;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is learned with the output distributions and with Concrete Dropout. */
class OutputLawObjectiveTest {
  /** Trains on rows {@code y} that do not depend on x. */
  private static float[] trained(ModelSpec model, Loss loss, float[] y, int steps) {
    TrainingPlan plan =
        new TrainingPlan(
            model,
            loss,
            KineticAction.NONE,
            Optimizer.of(AdamW.ADAM),
            BatchPlan.ofRows(y.length, y.length));
    float[] x = new float[y.length];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) Math.sin(1.7 * i);
    }
    try (TrainingProgram program =
        new TrainingProgram(plan, x, y, steps, new Compiler(Compilation.XLA, Plans::refuse))) {
      TrainingProgram.Steps done =
          program.run(
              TrainingState.initial(Plans.parameters(model)),
              Batches.full(steps),
              new Schedule.Constant(1e-2),
              NoiseStream.TRAINING.key(1));
      float[][] trace = done.trace();
      assertThat(trace[steps - 1][0]).isLessThan(trace[0][0]);
      assertThat(trace[steps - 1][1]).as("dispersion").isZero();
      return done.state().parameters();
    }
  }

  private static ModelSpec oneInput(MaskLaw masks, OutputLaw law) {
    return new ModelSpec(
        1,
        1,
        new MaskedMlp(List.of(8), Activation.TANH, Initializer.HE_NORMAL, Backbone.PLAIN),
        masks,
        law);
  }

  private static float[] draws(ModelSpec model, float[] parameters, float x, int count) {
    try (SamplingProgram program =
        new SamplingProgram(
            model,
            count,
            1,
            DrawDesign.INDEPENDENT,
            new Compiler(Compilation.XLA, Plans::refuse))) {
      return program.sample(parameters, new float[] {x}, NoiseStream.PREDICTION.key(1));
    }
  }

  /**
   * Targets are 1 with probability 0.3 and otherwise -1, with normal noise of standard deviation
   * 0.1. Bounds hold four sampling errors of 1000 rows and 4000 draws: 0.3 (1 - 0.3) gives 0.064
   * together; and a margin for what 600 steps do not learn.
   */
  @Test
  void a_mixture_density_network_learns_both_branches() {
    SplittableRandom random = new SplittableRandom(11);
    float[] y = new float[1000];
    for (int i = 0; i < y.length; i++) {
      y[i] = (float) ((random.nextDouble() < .3 ? 1 : -1) + .1 * random.nextGaussian());
    }
    ModelSpec model = oneInput(new Deterministic(), new GaussianMixture(3));
    float[] parameters = trained(model, new NegativeLogLikelihood(1), y, 600);
    for (float x : new float[] {-.8f, 0, .8f}) {
      float[] drawn = draws(model, parameters, x, 4000);
      double above = 0;
      double between = 0;
      double squares = 0;
      for (float d : drawn) {
        above += d > 0 ? 1.0 / drawn.length : 0;
        between += Math.abs(d) < .5 ? 1.0 / drawn.length : 0;
        squares += Math.pow(Math.abs(d) - 1, 2) / drawn.length;
      }
      assertThat(above).isCloseTo(.3, within(.1));
      assertThat(between).as("draws between the branches").isLessThan(.02);
      assertThat(Math.sqrt(squares)).isCloseTo(.1, within(.03));
    }
  }

  /**
   * Normal targets of mean 2 and standard deviation 0.5: four errors of 1000 rows, and a margin.
   */
  @Test
  void a_gaussian_learns_mean_and_spread_by_maximum_likelihood() {
    SplittableRandom random = new SplittableRandom(12);
    float[] y = new float[1000];
    for (int i = 0; i < y.length; i++) {
      y[i] = (float) (2 + .5 * random.nextGaussian());
    }
    ModelSpec model = oneInput(new Deterministic(), new Gaussian());
    float[] parameters = trained(model, new NegativeLogLikelihood(1), y, 600);
    float[] drawn = draws(model, parameters, .3f, 4000);
    double mean = 0;
    double squares = 0;
    for (float d : drawn) {
      mean += d / drawn.length;
      squares += (d - 2.0) * (d - 2.0) / drawn.length;
    }
    assertThat(mean).isCloseTo(2, within(.1));
    assertThat(Math.sqrt(squares)).isCloseTo(.5, within(.1));
  }

  /**
   * With many rows the entropy weighs little, and dropping units of a network that must fit a
   * function without noise hurts: the learned rate falls.
   */
  @Test
  void concrete_dropout_learns_its_rate() {
    float[] y = new float[500];
    for (int i = 0; i < y.length; i++) {
      y[i] = (float) Math.sin(3 * Math.sin(1.7 * i)); // a function of x
    }
    ModelSpec model = oneInput(new ConcreteDropout(.4, .1, 1e-4), new Gaussian());
    float[] parameters = trained(model, new NegativeLogLikelihood(1), y, 400);
    List<float[]> arrays = new ParameterVector(model.parameters()).split(parameters);
    assertThat(arrays.get(arrays.size() - 1)).hasSize(1);
    assertThat(arrays.get(arrays.size() - 1)[0]).as("change of the logit").isLessThan(-.3f);
  }
}
