// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.flow;

import static io.otd.core.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.Golden;
import io.otd.core.GoldenLayers;
import io.otd.core.internal.graph.Gradients;
import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.ParameterValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

class FlowTest {
  private static final JsonNode FILE = Golden.read("velocity_flow");

  /** How a flow is added to a graph. */
  private enum Form {
    ROLLED,
    UNROLLED
  }

  private static JsonNode net(String name) {
    for (JsonNode net : FILE.get("nets")) {
      if (net.get("name").asText().equals(name)) {
        return net;
      }
    }
    throw new AssertionError(name);
  }

  private static VelocityField field(JsonNode net, String activation) {
    return new VelocityField(
        GoldenLayers.integers(net.get("hidden")),
        GoldenLayers.activation(activation),
        Initializer.HE_NORMAL);
  }

  /** {@code [K][d]} as the constant {@code [d, K]}. */
  private static Operand<TFloat32> transposed(Ops tf, JsonNode rows) {
    return tf.linalg.transpose(
        GraphRun.constant(tf, Golden.floats(rows), rows.size(), rows.get(0).size()),
        tf.constant(new int[] {1, 0}));
  }

  private static Operand<TFloat32> back(Ops tf, Operand<TFloat32> columns) {
    return tf.linalg.transpose(columns, tf.constant(new int[] {1, 0}));
  }

  @Test
  void velocity_matches_the_golden_values() {
    for (JsonNode net : FILE.get("nets")) {
      net.get("probe_v")
          .fieldNames()
          .forEachRemaining(
              activation -> {
                VelocityField field = field(net, activation);
                int width = net.get("d_z").asInt();
                JsonNode times = net.get("probe_t");
                for (int i = 0; i < times.size(); i++) {
                  float t = (float) times.get(i).asDouble();
                  float[] z = Golden.floats(net.get("probe_z").get(i));
                  float[] got =
                      GraphRun.plain(
                              tf ->
                                  List.of(
                                      field
                                          .prepare(
                                              tf,
                                              GoldenLayers.constants(
                                                  tf, VelocityField.NAME, net.get("psi")),
                                              width)
                                          .pass(
                                              tf,
                                              GraphRun.constant(tf, z, width, 1),
                                              tf.constant(t))
                                          .velocity()))
                          .get(0);
                  assertNear(
                      net.get("name") + " " + activation,
                      got,
                      Golden.doubles(net.get("probe_v").get(activation).get(i)),
                      1e-5);
                }
              });
    }
  }

  static Stream<JsonNode> cases() {
    List<JsonNode> cases = new ArrayList<>();
    FILE.get("cases").forEach(cases::add);
    return cases.stream();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void endpoint_action_and_gradients_match_the_golden_values(JsonNode c) {
    if (c.get("L").asInt() <= Flow.MAX_UNROLLED) {
      check(c, Form.UNROLLED, GraphRun::plain);
    }
    if (c.get("L").asInt() > 0) {
      check(c, Form.ROLLED, GraphRun::plain);
    }
  }

  @Test
  void the_compiled_rolled_flow_matches_the_golden_values() {
    int most = cases().mapToInt(c -> c.get("L").asInt()).max().orElseThrow();
    List<JsonNode> longest =
        cases()
            .filter(c -> c.get("L").asInt() == most && c.get("act").asText().equals("gelu_tanh"))
            .toList();
    assertThat(longest).isNotEmpty();
    longest.forEach(c -> check(c, Form.ROLLED, GraphRun::compiled));
  }

  private static void check(
      JsonNode c,
      Form form,
      Function<Function<Ops, List<? extends Operand<TFloat32>>>, List<float[]>> run) {
    JsonNode net = net(c.get("net").asText());
    int width = net.get("d_z").asInt();
    int draws = net.get("m0").size();
    Flow flow =
        new Flow(
            field(net, c.get("act").asText()),
            FlowSolver.valueOf(c.get("method").asText().toUpperCase(Locale.ROOT)),
            c.get("L").asInt());
    List<float[]> got = run.apply(tf -> build(tf, flow, form, net, width, draws));
    String name = form + " " + c.get("net") + c.get("act") + c.get("method") + c.get("L");
    // 80 float32 steps accumulate rounding: ten times the tolerance of a few steps.
    double tolerance = 1e-5;
    assertNear(name + " m1", got.get(0), Golden.doubles(c.get("m1")), tolerance);
    assertNear(name + " z1", got.get(1), Golden.doubles(c.get("z1")), tolerance);
    assertNear(name + " action", got.get(2), new double[] {c.get("action").asDouble()}, tolerance);
    assertNear(name + " J", got.get(3), new double[] {c.get("J").asDouble()}, tolerance);
    assertNear(name + " grad_m0", got.get(4), Golden.doubles(c.get("grad_m0")), tolerance);
    List<float[]> parameters = got.subList(5, got.size());
    int i = 0;
    for (JsonNode layer : c.get("grad_psi")) {
      assertNear(name + " kernel", parameters.get(i++), Golden.doubles(layer.get("W")), tolerance);
      assertNear(name + " bias", parameters.get(i++), Golden.doubles(layer.get("b")), tolerance);
    }
    assertThat(i).isEqualTo(parameters.size());
  }

  private static List<Operand<TFloat32>> build(
      Ops tf, Flow flow, Form form, JsonNode net, int width, int draws) {
    ParameterValues values = GoldenLayers.constants(tf, VelocityField.NAME, net.get("psi"));
    Operand<TFloat32> start = transposed(tf, net.get("m0"));
    FlowStep step = new FlowStep(flow, width, draws, draws);
    Transport transport =
        form == Form.ROLLED
            ? RolledTransport.add(tf, step, values, start)
            : UnrolledTransport.add(tf, step, values, start);
    // J = mean_k(c.z1 + |m1|^2 / 2) + gamma action
    Operand<TFloat32> m1 = transport.endpoint();
    Operand<TFloat32> z1 = tf.math.sigmoid(m1);
    Operand<TFloat32> c = GraphRun.constant(tf, Golden.floats(net.get("c")), width, 1);
    Operand<TFloat32> terms =
        tf.math.add(tf.math.mul(c, z1), tf.math.mul(tf.constant(0.5f), tf.math.mul(m1, m1)));
    Operand<TFloat32> own =
        tf.math.div(tf.reduceSum(terms, tf.constant(new int[] {0, 1})), tf.constant((float) draws));
    float gamma = (float) net.get("gamma").asDouble();
    Operand<TFloat32> total = tf.math.add(own, tf.math.mul(tf.constant(gamma), transport.action()));
    Operand<TFloat32> endpointAdjoint =
        Gradients.of(tf, List.of(own), List.of(tf.constant(1f)), List.of(m1), List.of("m1")).get(0);
    Transport.Adjoint adjoint = transport.pullback(tf, endpointAdjoint, tf.constant(gamma));
    List<Operand<TFloat32>> outputs =
        new ArrayList<>(List.of(back(tf, m1), back(tf, z1), transport.action(), total));
    outputs.add(back(tf, adjoint.start()));
    outputs.addAll(adjoint.parameters());
    return outputs;
  }

  @Test
  void only_the_last_draws_count_towards_the_action() {
    JsonNode net = net("two_hidden");
    JsonNode c =
        cases()
            .filter(x -> x.get("net").equals(net.get("name")))
            .filter(x -> x.get("act").asText().equals("gelu_tanh"))
            .filter(x -> x.get("method").asText().equals("heun"))
            .filter(x -> x.get("L").asInt() > 1)
            .min(Comparator.comparingInt(x -> x.get("L").asInt()))
            .orElseThrow();
    Flow flow = new Flow(field(net, "gelu_tanh"), FlowSolver.HEUN, c.get("L").asInt());
    double[] each = Golden.doubles(c.get("action_k"));
    float[] all = actions(flow, net, each.length);
    float[] last = actions(flow, net, 1);
    assertNear("all", all, new double[] {Arrays.stream(each).average().orElseThrow()}, 1e-5);
    assertNear("last", last, new double[] {each[each.length - 1]}, 1e-5);
    assertThat(actions(flow, net, 0)[0]).isZero();
  }

  private static float[] actions(Flow flow, JsonNode net, int charged) {
    return GraphRun.plain(
            tf ->
                List.of(
                    flow.carry(
                            tf,
                            GoldenLayers.constants(tf, VelocityField.NAME, net.get("psi")),
                            transposed(tf, net.get("m0")),
                            net.get("d_z").asInt(),
                            net.get("m0").size(),
                            charged)
                        .action()))
        .get(0);
  }

  /**
   * Halving the step must divide the error by 2^order. The error is measured against 4096 Heun
   * steps for steps so long that float32 rounding (1e-6) stays far below it.
   */
  @ParameterizedTest
  @EnumSource(FlowSolver.class)
  void the_measured_order_of_convergence_is_that_of_the_solver(FlowSolver solver) {
    JsonNode net = net("two_hidden");
    VelocityField field = field(net, "gelu_tanh");
    double[] exact = endpoint(new Flow(field, FlowSolver.HEUN, 4096), net);
    int coarse = Math.max(1, 32 >> (2 * (solver.order() - 1)));
    double one = distance(endpoint(new Flow(field, solver, coarse), net), exact);
    double half = distance(endpoint(new Flow(field, solver, 2 * coarse), net), exact);
    assertThat(Math.log(one / half) / Math.log(2)).isCloseTo(solver.order(), within(0.15));
  }

  private static double[] endpoint(Flow flow, JsonNode net) {
    float[] m1 =
        GraphRun.compiled(
                tf ->
                    List.of(
                        flow.carry(
                                tf,
                                GoldenLayers.constants(tf, VelocityField.NAME, net.get("psi")),
                                transposed(tf, net.get("m0")),
                                net.get("d_z").asInt(),
                                net.get("m0").size(),
                                0)
                            .endpoint()))
            .get(0);
    double[] result = new double[m1.length];
    Arrays.setAll(result, i -> m1[i]);
    return result;
  }

  private static double distance(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return Math.sqrt(sum);
  }

  @Test
  void zero_steps_leave_the_state_where_it_is() {
    JsonNode net = net("two_hidden");
    Flow flow = new Flow(field(net, "gelu_tanh"), FlowSolver.EULER, 0);
    double[] m1 = endpoint(flow, net);
    float[] m0 = GraphRun.plain(tf -> List.of(transposed(tf, net.get("m0")))).get(0);
    for (int i = 0; i < m0.length; i++) {
      assertThat(m1[i]).isEqualTo(m0[i]);
    }
  }

  @Test
  void a_field_without_hidden_layers_is_affine() {
    VelocityField field = new VelocityField(List.of(), Activation.RELU, Initializer.ZEROS);
    assertThat(field.parameters(3))
        .extracting(p -> p.name() + p.shape())
        .containsExactly("velocity/0/kernel[4, 3]", "velocity/0/bias[3]");
  }
}
