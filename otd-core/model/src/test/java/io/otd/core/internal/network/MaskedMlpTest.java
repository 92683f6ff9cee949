// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.network;

import static io.otd.core.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.Golden;
import io.otd.core.GoldenLayers;
import io.otd.core.internal.graph.Gradients;
import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.mask.DrawnLatents;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

class MaskedMlpTest {
  static Stream<JsonNode> cases() {
    List<JsonNode> cases = new ArrayList<>();
    Golden.read("masked_mlp").get("cases").forEach(cases::add);
    return cases.stream();
  }

  private static MaskedMlp network(JsonNode c) {
    List<Integer> sizes = GoldenLayers.integers(c.get("sizes"));
    return new MaskedMlp(
        sizes.subList(1, sizes.size() - 1),
        GoldenLayers.activation(c.get("act").asText()),
        Initializer.HE_NORMAL,
        Backbone.PLAIN);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void predictions_and_gradients_match_the_golden_values(JsonNode c) {
    meetsTheGoldenValues(c, 1, 5e-6);
  }

  /**
   * With many rows the masks go into the kernels. The objective is a mean over the rows; rounding
   * in sums of a thousand and more terms, one after another, moves gradients by up to 6e-5.
   */
  @ParameterizedTest
  @MethodSource("cases")
  void repeated_rows_give_the_same_gradients(JsonNode c) {
    int rows = c.get("x").size();
    meetsTheGoldenValues(c, (MaskedMlp.FEWEST_SHARING_ROWS + rows - 1) / rows, 1e-4);
  }

  private static void meetsTheGoldenValues(JsonNode c, int copies, double within) {
    MaskedMlp network = network(c);
    List<Integer> sizes = GoldenLayers.integers(c.get("sizes"));
    int outputs = sizes.get(sizes.size() - 1);
    int rows = c.get("x").size() * copies;
    int draws = c.get("masks").size();
    List<float[]> got =
        GraphRun.plain(
            tf -> {
              ParameterValues values = GoldenLayers.constants(tf, "network", c.get("theta"));
              Operand<TFloat32> x =
                  GraphRun.constant(
                      tf, repeated(Golden.floats(c.get("x")), copies), rows, sizes.get(0));
              Operand<TFloat32> masks =
                  GraphRun.constant(
                      tf, Golden.floats(c.get("masks")), draws, network.latentWidth());
              Operand<TFloat32> y =
                  network.apply(tf, values, x, new DrawnLatents(masks, draws, 0.5), outputs);
              Operand<TFloat32> j = objective(tf, c, y, draws * rows, outputs);
              List<Operand<TFloat32>> xs = new ArrayList<>(List.of(masks, x));
              xs.addAll(values.byName().values());
              List<Operand<TFloat32>> result = new ArrayList<>(List.of(y, j));
              result.addAll(
                  Gradients.of(
                      tf,
                      List.of(j),
                      List.of(tf.constant(1f)),
                      xs,
                      xs.stream().map(Object::toString).toList()));
              return result;
            });
    assertNear("y", firstCopies(got.get(0), draws, copies), Golden.doubles(c.get("y")), within);
    assertNear("J", got.get(1), new double[] {c.get("J").asDouble()}, within);
    assertNear("grad masks", got.get(2), Golden.doubles(c.get("grad_masks")), within);
    float[] byRow = firstCopies(got.get(3), 1, copies);
    for (int j = 0; j < byRow.length; j++) {
      byRow[j] *= copies;
    }
    assertNear("grad x", byRow, Golden.doubles(c.get("grad_x")), within);
    int i = 4;
    for (JsonNode layer : c.get("grad_theta")) {
      assertNear("grad W", got.get(i++), Golden.doubles(layer.get("W")), within);
      assertNear("grad b", got.get(i++), Golden.doubles(layer.get("b")), within);
    }
    assertThat(i).isEqualTo(got.size());
  }

  private static float[] repeated(float[] values, int copies) {
    float[] result = new float[values.length * copies];
    for (int i = 0; i < result.length; i++) {
      result[i] = values[i % values.length];
    }
    return result;
  }

  /** The first part of each block, given the number of parts. */
  private static float[] firstCopies(float[] values, int blocks, int copies) {
    int block = values.length / blocks;
    int part = block / copies;
    float[] result = new float[blocks * part];
    for (int k = 0; k < blocks; k++) {
      System.arraycopy(values, k * block, result, k * part, part);
    }
    return result;
  }

  /** {@code mean over k and i of sum_j(c_j y + y^2 / 2)}. */
  private static Operand<TFloat32> objective(
      Ops tf, JsonNode c, Operand<TFloat32> y, int count, int outputs) {
    Operand<TFloat32> linear =
        tf.math.mul(GraphRun.constant(tf, Golden.floats(c.get("c")), outputs), y);
    Operand<TFloat32> terms =
        tf.math.add(linear, tf.math.mul(tf.constant(0.5f), tf.math.mul(y, y)));
    return tf.math.div(
        tf.reduceSum(terms, tf.constant(new int[] {0, 1, 2})), tf.constant((float) count));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void all_ones_masks_give_the_plain_network(JsonNode c) {
    MaskedMlp network = network(c);
    List<Integer> sizes = GoldenLayers.integers(c.get("sizes"));
    int rows = c.get("x").size();
    float[] y =
        GraphRun.plain(
                tf ->
                    List.of(
                        network.apply(
                            tf,
                            GoldenLayers.constants(tf, "network", c.get("theta")),
                            GraphRun.constant(tf, Golden.floats(c.get("x")), rows, sizes.get(0)),
                            new DrawnLatents(
                                tf.fill(
                                    tf.constant(new int[] {1, network.latentWidth()}),
                                    tf.constant(1f)),
                                1,
                                1),
                            sizes.get(sizes.size() - 1))))
            .get(0);
    assertNear("y", y, Golden.doubles(c.get("y_all_ones")), 5e-6);
  }

  /** All options at once, against the same computation in plain Java. */
  @Test
  void scaled_masks_residual_blocks_and_linear_path_match_plain_java() {
    MaskedMlp network =
        new MaskedMlp(List.of(2, 2), Activation.TANH, Initializer.HE_NORMAL, Backbone.TABULAR);
    assertThat(network.parameters(1, 1))
        .extracting(Parameter::name)
        .containsExactly(
            "network/0/kernel",
            "network/0/bias",
            "network/1/kernel",
            "network/1/bias",
            "network/2/kernel",
            "network/2/bias",
            "linear/kernel");
    float[] w0 = {0.5f, -1f};
    float[] b0 = {0.25f, 0.5f};
    float[] w1 = {1f, 0.5f, -0.5f, 2f}; // [in][out]
    float[] b1 = {0f, -0.25f};
    float[] w2 = {1.5f, -2f};
    float b2 = 0.125f;
    float linear = 3f;
    double x = 0.75;
    double[] z = {0.2, 0.9, 0.4, 0.7};
    double keep = 0.8;
    double[] h = new double[2];
    for (int j = 0; j < 2; j++) {
      h[j] = Math.tanh(w0[j] * x + b0[j]) * z[j] / keep;
    }
    double[] g = new double[2];
    for (int j = 0; j < 2; j++) {
      g[j] = h[j] + Math.tanh(h[0] * w1[j] + h[1] * w1[2 + j] + b1[j]) * z[2 + j] / keep;
    }
    double expected = g[0] * w2[0] + g[1] * w2[1] + b2 + linear * x;
    float[] y =
        GraphRun.plain(
                tf -> {
                  Map<String, Operand<TFloat32>> values = new LinkedHashMap<>();
                  values.put("network/0/kernel", GraphRun.constant(tf, w0, 1, 2));
                  values.put("network/0/bias", tf.constant(b0));
                  values.put("network/1/kernel", GraphRun.constant(tf, w1, 2, 2));
                  values.put("network/1/bias", tf.constant(b1));
                  values.put("network/2/kernel", GraphRun.constant(tf, w2, 2, 1));
                  values.put("network/2/bias", tf.constant(new float[] {b2}));
                  values.put("linear/kernel", GraphRun.constant(tf, new float[] {linear}, 1, 1));
                  return List.of(
                      network.apply(
                          tf,
                          new ParameterValues(values),
                          GraphRun.constant(tf, new float[] {(float) x}, 1, 1),
                          new DrawnLatents(
                              GraphRun.constant(tf, new float[] {0.2f, 0.9f, 0.4f, 0.7f}, 1, 4),
                              1,
                              keep),
                          1));
                })
            .get(0);
    assertNear("y", y, new double[] {expected}, 1e-6);
  }

  @Test
  void refuses_unequal_or_missing_widths() {
    assertThatThrownBy(
            () ->
                new MaskedMlp(List.of(8, 4), Activation.RELU, Initializer.ZEROS, Backbone.TABULAR))
        .hasMessageContaining("[8, 4] (expected: equal widths");
    assertThatThrownBy(
            () -> new MaskedMlp(List.of(), Activation.RELU, Initializer.ZEROS, Backbone.PLAIN))
        .hasMessageContaining("hidden widths: []");
  }

  /** No other dimension is 7: a kernel with 7 rows reads the inputs. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void the_input_kernels_are_those_with_one_row_per_input(boolean linearPath) {
    MaskedMlp network =
        new MaskedMlp(
            List.of(4, 5),
            Activation.RELU,
            Initializer.HE_NORMAL,
            new Backbone(true, false, linearPath));
    List<Parameter> parameters = network.parameters(7, 2);
    MaskedMlp.InputKernels reading = network.inputKernels();
    List<String> named = new ArrayList<>(List.of(reading.first()));
    reading.linear().ifPresent(named::add);
    assertThat(named)
        .containsExactlyElementsOf(
            parameters.stream()
                .filter(p -> p.shape().size() == 2 && p.shape().get(0) == 7)
                .map(Parameter::name)
                .toList());
    assertThat(named).hasSize(linearPath ? 2 : 1);
    assertThat(shape(parameters, reading.firstBias())).containsExactly(4);
    assertThat(shape(parameters, reading.lastBias())).containsExactly(2);
  }

  private static List<Integer> shape(List<Parameter> parameters, String name) {
    return parameters.stream().filter(p -> p.name().equals(name)).findAny().orElseThrow().shape();
  }
}
