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
import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.loss.EnergyScore;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.mask.ConcreteReference;
import io.otd.core.internal.mask.Lift;
import io.otd.core.internal.mask.LowLatent;
import io.otd.core.internal.mask.Transported;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Backbone;
import io.otd.core.internal.network.ConditionalMlp;
import io.otd.core.internal.network.MaskedMlp;
import io.otd.core.internal.optimizer.AdamW;
import io.otd.core.internal.optimizer.Optimizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** Latents, predictions, objective and gradients of the low-latent and conditional variants. */
class VariantObjectiveTest {
  private static final double TOLERANCE = 1e-5;

  private static ModelSpec model(JsonNode c) {
    JsonNode config = c.get("config");
    List<Integer> sizes = GoldenLayers.integers(config.get("sizes"));
    List<Integer> hidden = sizes.subList(1, sizes.size() - 1);
    int outputs = sizes.get(sizes.size() - 1);
    int code = config.get("d_z").asInt();
    Activation activation = GoldenLayers.activation(config.get("act").asText());
    Transported law =
        new Transported(
            new ConcreteReference(config.get("p").asDouble(), config.get("tau").asDouble()),
            new Flow(
                new VelocityField(
                    GoldenLayers.integers(config.get("hidden_v")),
                    GoldenLayers.activation(config.get("act_v").asText()),
                    Initializer.HE_NORMAL),
                FlowSolver.valueOf(config.get("method").asText().toUpperCase(Locale.ROOT)),
                config.get("L").asInt()));
    if (config.has("lift")) {
      List<Integer> lift = GoldenLayers.integers(config.get("lift"));
      assertThat(lift.get(0)).isEqualTo(code);
      return new ModelSpec(
          sizes.get(0),
          outputs,
          new MaskedMlp(hidden, activation, Initializer.HE_NORMAL, Backbone.PLAIN),
          new LowLatent(
              code,
              law,
              new Lift(
                  lift.subList(1, lift.size() - 1), Activation.GELU_TANH, Initializer.HE_NORMAL)));
    }
    return new ModelSpec(
        sizes.get(0) - code,
        outputs,
        new ConditionalMlp(code, hidden, activation, Initializer.HE_NORMAL, Backbone.PLAIN),
        law);
  }

  /** All golden layers by their parameter names. */
  private static Map<String, JsonNode> networks(JsonNode node) {
    Map<String, JsonNode> networks = new LinkedHashMap<>();
    networks.put("network", node.get("theta"));
    networks.put(VelocityField.NAME, node.get("psi"));
    if (node.has("lift")) {
      networks.put("lift", node.get("lift"));
    }
    return networks;
  }

  private static ParameterValues values(Ops tf, JsonNode c) {
    Map<String, Operand<TFloat32>> all = new LinkedHashMap<>();
    networks(c).forEach((n, layers) -> all.putAll(GoldenLayers.constants(tf, n, layers).byName()));
    return new ParameterValues(all);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"low_latent_euler", "low_latent_heun", "conditional_euler", "conditional_heun"})
  void values_and_all_gradients_match_the_golden_values(String name) {
    JsonNode c = Golden.read("variants").get(name);
    int draws = c.get("u_es").size();
    int charged = c.get("u_kin").size();
    int rows = c.get("x").size();
    double lambda = c.get("config").get("lambda").asDouble();
    ModelSpec model = model(c);
    TrainingPlan plan =
        new TrainingPlan(
            model,
            new EnergyScore(draws),
            new KineticAction(charged, lambda),
            Optimizer.of(AdamW.ADAM),
            BatchPlan.ofRows(rows, rows));
    Map<String, float[]> want = new LinkedHashMap<>();
    networks(c.get("grad")).forEach((n, layers) -> want.putAll(GoldenLayers.arrays(n, layers)));
    assertThat(model.parameters()).extracting(p -> p.name()).hasSameElementsAs(want.keySet());
    List<float[]> got =
        GraphRun.compiled(
            tf -> {
              ParameterValues values = values(tf, c);
              ModelNoise noise =
                  new ModelNoise(
                      transported(c.get("u_es"), c.get("u_kin")),
                      (ops, axis, shape) -> ops.zeros(ops.constant(shape), TFloat32.class));
              Latents latents =
                  Latents.draw(tf, model, values, noise, new LatentCounts(draws, charged, rows, 1));
              Operand<TFloat32> x =
                  GraphRun.constant(tf, Golden.floats(c.get("x")), rows, model.inputs());
              Operand<TFloat32> y = PredictionGraph.add(tf, model, values, x, latents).samples(tf);
              Objective o = objective(tf, plan, values, noise.masks(), c.get("x"), c.get("y"));
              List<Operand<TFloat32>> result =
                  new ArrayList<>(
                      List.of(
                          latents.masks().masks(),
                          y,
                          tf.math.sub(o.fit(), o.dispersion()),
                          o.action()));
              want.keySet().forEach(p -> result.add(o.gradients().get(p)));
              return result;
            });
    JsonNode latents = c.has("masks") ? c.get("masks") : c.get("z1");
    assertNear("latents", got.get(0), Golden.doubles(latents), TOLERANCE);
    assertNear("prediction", got.get(1), Golden.doubles(c.get("prediction")), TOLERANCE);
    assertNear("score", got.get(2), Golden.doubles(c.get("energy_score")), TOLERANCE);
    assertNear("action", got.get(3), Golden.doubles(c.get("action")), TOLERANCE);
    float[] total = {(float) (got.get(2)[0] + lambda * got.get(3)[0])};
    assertNear("total", total, Golden.doubles(c.get("total")), TOLERANCE);
    int i = 4;
    for (Map.Entry<String, float[]> gradient : want.entrySet()) {
      double[] expected = new double[gradient.getValue().length];
      java.util.Arrays.setAll(expected, j -> gradient.getValue()[j]);
      assertNear(name + " " + gradient.getKey(), got.get(i++), expected, TOLERANCE);
    }
  }
}
