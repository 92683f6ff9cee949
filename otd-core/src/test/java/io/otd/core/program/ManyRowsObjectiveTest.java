package io.otd.core.program;

import static io.otd.core.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.graph.GraphRun;
import io.otd.core.layer.Activation;
import io.otd.core.layer.Initializer;
import io.otd.core.layer.ParameterValues;
import io.otd.core.layer.ParameterVector;
import io.otd.core.mask.Bernoulli;
import io.otd.core.mask.MaskLaw;
import io.otd.core.mask.Noise;
import io.otd.core.model.ModelSpec;
import io.otd.core.network.Backbone;
import io.otd.core.network.MaskedMlp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** With many units the gradient goes another way: activations are cut out of it. */
class ManyRowsObjectiveTest {
  private static final int ROWS = 1024;
  private static final int WIDTH = 256;

  static Stream<MaskLaw> laws() {
    return Stream.of(Plans.transported(2), new Bernoulli(0.2, true));
  }

  private static ModelSpec model(MaskLaw law) {
    return new ModelSpec(
        Plans.INPUTS,
        1,
        new MaskedMlp(
            List.of(WIDTH, WIDTH, WIDTH),
            Activation.GELU_TANH,
            Initializer.HE_NORMAL,
            Backbone.PLAIN),
        law);
  }

  /**
   * The gradient on some of the rows.
   *
   * @param stopped is told how many operations stop the graph's own differentiation
   */
  private static float[] gradient(ModelSpec model, int from, int rows, LongConsumer stopped) {
    Noise noise =
        (tf, axis, shape) -> {
          float[] uniforms = new float[(int) (shape[0] * shape[1])];
          for (int i = 0; i < uniforms.length; i++) {
            uniforms[i] = (float) (0.5 + 0.48 * Math.sin(2.3 * i + 0.9));
          }
          return GraphRun.constant(tf, uniforms, shape);
        };
    float[] x =
        Arrays.copyOfRange(Plans.x(ROWS), from * Plans.INPUTS, (from + rows) * Plans.INPUTS);
    float[] y = Arrays.copyOfRange(Plans.y(ROWS), from, from + rows);
    ParameterVector vector = new ParameterVector(model.parameters());
    return GraphRun.compiled(
            tf -> {
              ParameterValues values = vector.split(tf, tf.constant(Plans.parameters(model)));
              Objective objective =
                  Objective.add(
                      tf,
                      Plans.plan(model, rows, rows),
                      values,
                      new ModelNoise(noise, noise),
                      GraphRun.constant(tf, x, rows, Plans.INPUTS),
                      GraphRun.constant(tf, y, rows, 1),
                      tf.fill(tf.constant(new int[] {rows}), tf.constant(1f)));
              stopped.accept(stops(tf));
              List<Operand<TFloat32>> result = new ArrayList<>();
              result.add(vector.join(tf, objective.gradients()));
              return result;
            })
        .get(0);
  }

  private static long stops(Ops tf) {
    long count = 0;
    var operations = ((Graph) tf.scope().env()).operations();
    while (operations.hasNext()) {
      count += operations.next().type().equals("StopGradient") ? 1 : 0;
    }
    return count;
  }

  /**
   * The mean of the gradients on both halves, which have too few units for it. The first layer is
   * computed once a row: it has too few in any case.
   */
  @ParameterizedTest
  @MethodSource("laws")
  void theGradientIsThatOfFewerRows(MaskLaw law) {
    ModelSpec model = model(law);
    List<Long> stopped = new ArrayList<>();
    float[] all = gradient(model, 0, ROWS, stopped::add);
    float[] first = gradient(model, 0, ROWS / 2, stopped::add);
    float[] second = gradient(model, ROWS / 2, ROWS / 2, stopped::add);
    assertThat(stopped.get(0)).as("with two cuts").isEqualTo(stopped.get(1) + 2);
    double[] mean = new double[all.length];
    Arrays.setAll(mean, i -> ((double) first[i] + second[i]) / 2);
    // Sums over 4096 draws and rows in float32, in another order.
    assertNear("gradient", all, mean, 2e-5);
    assertThat(Arrays.stream(mean).map(Math::abs).max().orElseThrow()).isGreaterThan(0.01);
  }
}
