// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.network;

import static io.otd.core.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.InitialValues;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.mask.Bernoulli;
import io.otd.core.internal.mask.DrawnLatents;
import io.otd.core.internal.model.ModelSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

class ConditionalMlpTest {
  private static final int CODE = 3;
  private static final int INPUTS = 2;
  private static final int OUTPUTS = 2;
  private static final int DRAWS = 4;
  private static final int ROWS = 3;
  private static final List<Integer> HIDDEN = List.of(5, 5);

  private static ConditionalMlp network(Backbone backbone) {
    return new ConditionalMlp(CODE, HIDDEN, Activation.TANH, Initializer.HE_NORMAL, backbone);
  }

  private static float[] numbers(int count, double frequency) {
    float[] result = new float[count];
    for (int i = 0; i < count; i++) {
      result[i] = (float) Math.sin(frequency * (i + 1));
    }
    return result;
  }

  private static ParameterValues values(Ops tf, List<Parameter> parameters) {
    List<Operand<TFloat32>> values = new ArrayList<>();
    List<float[]> arrays = InitialValues.draw(parameters, 5);
    for (int i = 0; i < arrays.size(); i++) {
      Parameter p = parameters.get(i);
      float[] array = p.initializer() == Initializer.ZEROS ? numbers(p.size(), 2.3) : arrays.get(i);
      values.add(GraphRun.constant(tf, array, p.dimensions()));
    }
    return ParameterValues.of(parameters, values);
  }

  /**
   * Draw by draw it is the plain network, which other tests check, on rows with the code appended
   * to the inputs. The linear path reads only the inputs.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void each_draw_is_the_plain_network_on_inputs_and_code_concatenated(boolean tabular) {
    Backbone backbone = new Backbone(false, tabular, tabular);
    ConditionalMlp network = network(backbone);
    MaskedMlp plain =
        new MaskedMlp(
            HIDDEN, Activation.TANH, Initializer.HE_NORMAL, new Backbone(false, tabular, false));
    float[] x = numbers(ROWS * INPUTS, 1.1);
    float[] z = numbers(DRAWS * CODE, 0.7);
    List<float[]> got =
        GraphRun.plain(
            tf -> {
              ParameterValues values = values(tf, network.parameters(INPUTS, OUTPUTS));
              Operand<TFloat32> rows = GraphRun.constant(tf, x, ROWS, INPUTS);
              Operand<TFloat32> codes = GraphRun.constant(tf, z, DRAWS, CODE);
              List<Operand<TFloat32>> result = new ArrayList<>();
              result.add(
                  network.apply(tf, values, rows, new DrawnLatents(codes, DRAWS, 0.5), OUTPUTS));
              for (int k = 0; k < DRAWS; k++) {
                Operand<TFloat32> beside =
                    GraphRun.constant(tf, beside(x, z, k), ROWS, INPUTS + CODE);
                Operand<TFloat32> ones =
                    tf.fill(tf.constant(new int[] {1, plain.latentWidth()}), tf.constant(1f));
                Operand<TFloat32> y =
                    plain.apply(tf, values, beside, new DrawnLatents(ones, 1, 1), OUTPUTS);
                result.add(
                    tabular
                        ? tf.math.add(y, tf.linalg.matMul(rows, values.get("linear/kernel")))
                        : y);
              }
              return result;
            });
    assertThat(got.get(0)).hasSize(DRAWS * ROWS * OUTPUTS);
    for (int k = 0; k < DRAWS; k++) {
      double[] want = new double[ROWS * OUTPUTS];
      float[] own = new float[want.length];
      for (int i = 0; i < want.length; i++) {
        want[i] = got.get(1 + k)[i];
        own[i] = got.get(0)[k * want.length + i];
      }
      assertNear("draw " + k, own, want, 1e-5);
    }
    assertThat(got.get(1)).isNotEqualTo(got.get(2));
  }

  private static float[] beside(float[] x, float[] z, int draw) {
    float[] result = new float[ROWS * (INPUTS + CODE)];
    for (int i = 0; i < ROWS; i++) {
      System.arraycopy(x, i * INPUTS, result, i * (INPUTS + CODE), INPUTS);
      System.arraycopy(z, draw * CODE, result, i * (INPUTS + CODE) + INPUTS, CODE);
    }
    return result;
  }

  @Test
  void the_first_kernel_reads_inputs_and_code_and_no_unit_is_masked() {
    ConditionalMlp network = network(new Backbone(false, true, true));
    assertThat(network.parameters(INPUTS, OUTPUTS))
        .extracting(p -> p.name() + " " + p.shape())
        .containsExactly(
            "network/0/kernel [5, 5]",
            "network/0/bias [5]",
            "network/1/kernel [5, 5]",
            "network/1/bias [5]",
            "network/2/kernel [5, 2]",
            "network/2/bias [2]",
            "linear/kernel [2, 2]");
    assertThat(network.latentWidths()).containsExactly(CODE);
    assertThat(network.latentWidth()).isEqualTo(CODE);
    assertThat(network.maskedLayers()).isEmpty();
  }

  @Test
  void refuses_incompatible_settings() {
    assertThatThrownBy(() -> network(Backbone.INVERTED))
        .hasMessage("scaled masks: true (expected: false, a conditional network has no masks)");
    assertThatThrownBy(
            () ->
                new ConditionalMlp(
                    0, HIDDEN, Activation.TANH, Initializer.HE_NORMAL, Backbone.PLAIN))
        .hasMessage("width of the code: 0 (expected: >= 1)");
    assertThatThrownBy(
            () -> new ModelSpec(2, 1, network(Backbone.PLAIN), new Bernoulli(0.1, false)))
        .hasMessage(
            "codes next to the inputs: Bernoulli[rate=0.1, shared=false]"
                + " (expected: a law whose draws all rows share)");
    assertThat(new ModelSpec(2, 1, network(Backbone.PLAIN), new Bernoulli(0.1, true)).random())
        .isTrue();
  }
}
