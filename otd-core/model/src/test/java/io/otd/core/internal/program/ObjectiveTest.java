// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import static io.otd.core.Near.assertNear;
import static io.otd.core.internal.program.GoldenObjective.objective;
import static io.otd.core.internal.program.GoldenObjective.transported;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.Golden;
import io.otd.core.GoldenLayers;
import io.otd.core.internal.flow.Flow;
import io.otd.core.internal.flow.FlowSolver;
import io.otd.core.internal.flow.VelocityField;
import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.loss.EnergyScore;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.loss.Loss;
import io.otd.core.internal.loss.SquaredError;
import io.otd.core.internal.mask.Bernoulli;
import io.otd.core.internal.mask.ConcreteReference;
import io.otd.core.internal.mask.Deterministic;
import io.otd.core.internal.mask.MaskLaw;
import io.otd.core.internal.mask.Noise;
import io.otd.core.internal.mask.Transported;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Backbone;
import io.otd.core.internal.network.MaskedMlp;
import io.otd.core.internal.optimizer.AdamW;
import io.otd.core.internal.optimizer.Optimizer;
import io.otd.core.internal.optimizer.Schedule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** The whole objective, its gradients and the optimiser against the golden numbers. */
class ObjectiveTest {
  private static final JsonNode FILE = Golden.read("objective");

  /**
   * The plan of a golden configuration.
   *
   * @param draws uniforms of the draws of the energy score and of the action, which give their
   *     numbers
   */
  private static TrainingPlan plan(JsonNode c, JsonNode x, JsonNode draws, Optimizer optimizer) {
    List<Integer> sizes = GoldenLayers.integers(c.get("sizes"));
    MaskLaw law =
        new Transported(
            new ConcreteReference(c.get("p").asDouble(), c.get("tau").asDouble()),
            new Flow(
                new VelocityField(
                    GoldenLayers.integers(c.get("hidden_v")),
                    GoldenLayers.activation(c.get("act_v").asText()),
                    Initializer.HE_NORMAL),
                FlowSolver.valueOf(c.get("method").asText().toUpperCase(Locale.ROOT)),
                c.get("L").asInt()));
    return plan(
        sizes,
        c.get("act").asText(),
        law,
        Backbone.PLAIN,
        new EnergyScore(draws.get("u_es").size()),
        new KineticAction(draws.get("u_kin").size(), c.get("lambda").asDouble()),
        optimizer,
        x.size());
  }

  private static TrainingPlan plan(
      List<Integer> sizes,
      String activation,
      MaskLaw law,
      Backbone backbone,
      Loss loss,
      KineticAction action,
      Optimizer optimizer,
      int rows) {
    ModelSpec model =
        new ModelSpec(
            sizes.get(0),
            sizes.get(sizes.size() - 1),
            new MaskedMlp(
                sizes.subList(1, sizes.size() - 1),
                GoldenLayers.activation(activation),
                Initializer.HE_NORMAL,
                backbone),
            law);
    return new TrainingPlan(model, loss, action, optimizer, BatchPlan.ofRows(rows, rows));
  }

  private static ParameterValues values(Ops tf, JsonNode theta, JsonNode psi) {
    Map<String, Operand<TFloat32>> all = new LinkedHashMap<>();
    all.putAll(GoldenLayers.constants(tf, "network", theta).byName());
    all.putAll(GoldenLayers.constants(tf, VelocityField.NAME, psi).byName());
    return new ParameterValues(all);
  }

  private static void check(String name, JsonNode config, JsonNode c) {
    TrainingPlan plan = plan(config, c.get("x"), c, Optimizer.of(AdamW.ADAM));
    Map<String, float[]> want = GoldenLayers.arrays("network", c.get("grad_theta"));
    want.putAll(GoldenLayers.arrays(VelocityField.NAME, c.get("grad_psi")));
    List<float[]> got =
        GraphRun.compiled(
            tf -> {
              Objective o =
                  objective(
                      tf,
                      plan,
                      values(tf, c.get("theta"), c.get("psi")),
                      transported(c.get("u_es"), c.get("u_kin")),
                      c.get("x"),
                      c.get("y"));
              List<Operand<TFloat32>> result =
                  new ArrayList<>(List.of(tf.math.sub(o.fit(), o.dispersion()), o.action()));
              want.keySet().forEach(p -> result.add(o.gradients().get(p)));
              return result;
            });
    assertNear(name + " score", got.get(0), new double[] {c.get("energy_score").asDouble()}, 2e-5);
    assertNear(name + " action", got.get(1), new double[] {c.get("action").asDouble()}, 2e-5);
    int i = 2;
    for (Map.Entry<String, float[]> gradient : want.entrySet()) {
      double[] expected = new double[gradient.getValue().length];
      java.util.Arrays.setAll(expected, j -> gradient.getValue()[j]);
      assertNear(name + " " + gradient.getKey(), got.get(i++), expected, 2e-5);
    }
  }

  @Test
  void value_and_all_gradients_match_the_golden_values() {
    for (JsonNode c : FILE.get("cases")) {
      check(c.get("name").asText(), c.get("config"), c);
    }
  }

  @Test
  void the_bimodal_paper_settings_match_the_golden_values() {
    JsonNode c = FILE.get("bimodal_paper_settings");
    check("paper", c.get("config"), c);
  }

  @Test
  void zero_flow_steps_give_otd_zero() {
    JsonNode c = Golden.read("variants").get("otd_0");
    check("otd_0", c.get("config"), c);
  }

  @Test
  void five_adam_w_steps_match_the_golden_parameters() {
    for (JsonNode run : FILE.get("adamw")) {
      JsonNode o = run.get("optimiser");
      Optimizer optimizer =
          Optimizer.of(
              new AdamW(
                  o.get("b1").asDouble(),
                  o.get("b2").asDouble(),
                  o.get("eps").asDouble(),
                  o.get("weight_decay").asDouble()));
      Schedule schedule = new Schedule.Constant(o.get("learning_rate").asDouble());
      TrainingPlan plan = plan(run.get("config"), run.get("x"), run.get("steps").get(0), optimizer);
      ParameterVector vector = new ParameterVector(plan.model().parameters());
      Map<String, float[]> first = GoldenLayers.arrays("network", run.get("theta"));
      first.putAll(GoldenLayers.arrays(VelocityField.NAME, run.get("psi")));
      float[] p = vector.join(List.copyOf(first.values()));
      float[] m = new float[p.length];
      float[] v = new float[p.length];
      for (int s = 0; s < run.get("steps").size(); s++) {
        JsonNode step = run.get("steps").get(s);
        Noise noise = transported(step.get("u_es"), step.get("u_kin"));
        List<float[]> got =
            step(plan, noise, run, optimizer.coefficients(schedule, s), List.of(p, m, v));
        p = got.get(0);
        m = got.get(1);
        v = got.get(2);
        Map<String, float[]> want = GoldenLayers.arrays("network", step.get("theta"));
        want.putAll(GoldenLayers.arrays(VelocityField.NAME, step.get("psi")));
        float[] joined = vector.join(List.copyOf(want.values()));
        double[] expected = new double[joined.length];
        java.util.Arrays.setAll(expected, j -> joined[j]);
        assertNear(run.get("name") + " step " + s, p, expected, 5e-6);
      }
    }
  }

  @Test
  void three_adam_steps_with_dropout_match_the_golden_parameters() {
    JsonNode c = Golden.read("variants").get("mc_dropout");
    JsonNode run = c.get("adam");
    TrainingPlan plan =
        plan(
            GoldenLayers.integers(c.get("sizes")),
            c.get("act").asText(),
            new Bernoulli(c.get("rate").asDouble(), false),
            Backbone.INVERTED,
            new SquaredError(1),
            KineticAction.NONE,
            Optimizer.of(AdamW.ADAM),
            c.get("x").size());
    Schedule schedule = new Schedule.Constant(run.get("learning_rate").asDouble());
    ParameterVector vector = new ParameterVector(plan.model().parameters());
    float[] first =
        vector.join(List.copyOf(GoldenLayers.arrays("network", c.get("theta")).values()));
    List<float[]> state = List.of(first, new float[first.length], new float[first.length]);
    assertThat(run.get("steps")).isNotEmpty();
    for (int s = 0; s < run.get("steps").size(); s++) {
      JsonNode step = run.get("steps").get(s);
      JsonNode uniforms = c.get("u_per_input").get(step.get("mask_row").asInt());
      Noise noise = (tf, axis, shape) -> GraphRun.constant(tf, Golden.floats(uniforms), shape);
      state = step(plan, noise, c, plan.optimizer().coefficients(schedule, s), state);
      float[] want =
          vector.join(List.copyOf(GoldenLayers.arrays("network", step.get("theta")).values()));
      double[] expected = new double[want.length];
      java.util.Arrays.setAll(expected, j -> want[j]);
      assertNear("step " + s, state.get(0), expected, 5e-6);
    }
  }

  private static List<float[]> step(
      TrainingPlan plan, Noise noise, JsonNode data, float[] coefficients, List<float[]> state) {
    ParameterVector vector = new ParameterVector(plan.model().parameters());
    return GraphRun.plain(
        tf -> {
          Operand<TFloat32> p = tf.constant(state.get(0));
          Objective o =
              objective(tf, plan, vector.split(tf, p), noise, data.get("x"), data.get("y"));
          Optimizer.State next =
              plan.optimizer()
                  .step(
                      tf,
                      new Optimizer.State(
                          p, tf.constant(state.get(1)), tf.constant(state.get(2)), p),
                      vector.join(tf, o.gradients()),
                      tf.constant(coefficients));
          return List.of(next.parameters(), next.first(), next.second());
        });
  }

  @Test
  void monte_carlo_dropout_matches_the_golden_values() {
    JsonNode c = Golden.read("variants").get("mc_dropout");
    double rate = c.get("rate").asDouble();
    dropout(
        c,
        new Bernoulli(rate, false),
        new EnergyScore(c.get("u_per_input").size()),
        "energy_score_per_input",
        "grad_energy_score_per_input",
        c.get("u_per_input"));
    dropout(
        c,
        new Bernoulli(rate, true),
        new EnergyScore(c.get("u_shared").size()),
        "energy_score_shared",
        "grad_energy_score_shared",
        c.get("u_shared"));
    dropout(
        c,
        new Bernoulli(rate, false),
        new SquaredError(1),
        "mse_first_mask",
        "grad_mse",
        c.get("u_per_input").get(0));
  }

  private static void dropout(
      JsonNode c, MaskLaw law, Loss loss, String value, String gradient, JsonNode uniforms) {
    TrainingPlan plan =
        plan(
            GoldenLayers.integers(c.get("sizes")),
            c.get("act").asText(),
            law,
            Backbone.INVERTED,
            loss,
            KineticAction.NONE,
            Optimizer.of(AdamW.ADAM),
            c.get("x").size());
    Map<String, float[]> want = GoldenLayers.arrays("network", c.get(gradient));
    List<float[]> got =
        GraphRun.plain(
            tf -> {
              Objective o =
                  objective(
                      tf,
                      plan,
                      GoldenLayers.constants(tf, "network", c.get("theta")),
                      (ops, axis, shape) -> GraphRun.constant(ops, Golden.floats(uniforms), shape),
                      c.get("x"),
                      c.get("y"));
              List<Operand<TFloat32>> result =
                  new ArrayList<>(List.of(tf.math.sub(o.fit(), o.dispersion())));
              want.keySet().forEach(p -> result.add(o.gradients().get(p)));
              return result;
            });
    assertNear(value, got.get(0), new double[] {c.get(value).asDouble()}, 1e-5);
    int i = 1;
    for (Map.Entry<String, float[]> entry : want.entrySet()) {
      double[] expected = new double[entry.getValue().length];
      java.util.Arrays.setAll(expected, j -> entry.getValue()[j]);
      assertNear(gradient + " " + entry.getKey(), got.get(i++), expected, 1e-5);
    }
  }

  @Test
  void the_deterministic_law_draws_the_plain_network_once() {
    JsonNode c = Golden.read("variants").get("mc_dropout");
    List<Integer> sizes = GoldenLayers.integers(c.get("sizes"));
    ModelSpec model =
        new ModelSpec(
            sizes.get(0),
            sizes.get(sizes.size() - 1),
            new MaskedMlp(
                sizes.subList(1, sizes.size() - 1),
                GoldenLayers.activation(c.get("act").asText()),
                Initializer.HE_NORMAL,
                Backbone.PLAIN),
            new Deterministic());
    Map<String, float[]> theta = GoldenLayers.arrays("network", c.get("theta"));
    try (SamplingProgram program =
        new SamplingProgram(
            model,
            1,
            2, // the rows go in several blocks
            DrawDesign.INDEPENDENT,
            new Compiler(
                Compilation.XLA,
                w -> {
                  throw new AssertionError(w);
                }))) {
      float[] y =
          program.sample(
              new ParameterVector(model.parameters()).join(List.copyOf(theta.values())),
              Golden.floats(c.get("x")),
              1);
      assertNear("y", y, Golden.doubles(c.get("y_deterministic")), 1e-5);
    }
  }
}
