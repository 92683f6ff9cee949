// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.export.internal.flat.FlatGraph;
import io.otd.export.internal.flat.FlatNode;
import io.otd.export.internal.flat.RowsFirst;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.ReduceMax;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/** A graph with its rows in front computes what it computed before, without transpositions. */
class RowsFirstTest {
  private static final int ROWS = 5;
  private static final int WIDTH = 4;

  /** Units under three masks, {@code [3, B, 4]}, and the rows that they are of, {@code [B, 4]}. */
  private interface Part extends BiFunction<Ops, List<Operand<TFloat32>>, Operand<TFloat32>> {}

  private static OperatorCase of(String name, Part part) {
    double[] x = IntStream.range(0, ROWS * WIDTH).mapToDouble(i -> Math.sin(2 * i)).toArray();
    return new OperatorCase(
        name,
        List.of(InputValues.floats(new long[] {ROWS, WIDTH}, x)),
        (tf, in) -> {
          Operand<TFloat32> rows = OperatorCases.floats(in, 0);
          Operand<TFloat32> units =
              tf.math.mul(tf.expandDims(rows, tf.constant(0)), constant(tf, 3, 1, WIDTH));
          Operand<TFloat32> y = part.apply(tf, List.of(units, rows));
          int[] order = IntStream.range(0, y.shape().numDimensions()).toArray();
          order[0] = 1;
          order[1] = 0;
          return List.of(tf.linalg.transpose(y, tf.constant(order)));
        });
  }

  private static Operand<TFloat32> constant(Ops tf, int... shape) {
    int size = IntStream.of(shape).reduce(1, Math::multiplyExact);
    float[] values = new float[size];
    for (int i = 0; i < size; i++) {
      values[i] = (float) Math.cos(i);
    }
    return tf.reshape(tf.constant(values), tf.constant(shape));
  }

  static List<OperatorCase> cases() {
    return List.of(
        of("elements", (tf, in) -> tf.math.tanh(tf.math.mul(in.get(0), tf.constant(.5f)))),
        of("rows", (tf, in) -> tf.math.add(in.get(0), in.get(1))),
        of("bias", (tf, in) -> tf.math.add(in.get(0), constant(tf, WIDTH))),
        of("one for each draw and row", (tf, in) -> tf.math.mul(in.get(0), constant(tf, 3, 5, 1))),
        of("choice", (tf, in) -> tf.select(tf.math.isNan(in.get(0)), tf.constant(0f), in.get(0))),
        of(
            "product",
            (tf, in) -> tf.train.batchMatMul(in.get(0), constant(tf, WIDTH, 2), TFloat32.class)),
        of("softmax", (tf, in) -> tf.nn.softmax(in.get(0))),
        of("cumulated", (tf, in) -> tf.math.cumsum(in.get(0), tf.constant(2))),
        of("largest", (tf, in) -> tf.reduceMax(in.get(0), tf.constant(-1))),
        of(
            "largest, kept",
            (tf, in) -> tf.reduceMax(in.get(0), tf.constant(2), ReduceMax.keepDims(true))),
        of("joined", (tf, in) -> tf.concat(List.of(in.get(0), in.get(0)), tf.constant(2))),
        of(
            "columns",
            (tf, in) ->
                tf.slice(
                    in.get(0),
                    tf.constant(new int[] {0, 0, 1}),
                    tf.constant(new int[] {-1, -1, 2}))),
        of("parted", (tf, in) -> tf.reshape(in.get(0), tf.constant(new int[] {3, -1, 2, 2}))),
        of("one more dimension", (tf, in) -> tf.expandDims(in.get(0), tf.constant(3))),
        of(
            "of each draw",
            (tf, in) ->
                tf.math.add(
                    in.get(0), tf.expandDims(tf.math.exp(constant(tf, 3, WIDTH)), tf.constant(1)))),
        of("places", RowsFirstTest::places));
  }

  private static Operand<TFloat32> places(Ops tf, List<Operand<TFloat32>> in) {
    Operand<TInt32> count =
        tf.reduceSum(
            tf.dtypes.cast(tf.math.greater(in.get(0), tf.constant(0f)), TInt32.class),
            tf.constant(2));
    return tf.oneHot(count, tf.constant(WIDTH + 1), tf.constant(1f), tf.constant(0f));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void the_results_are_the_same_without_a_transposition(OperatorCase given) throws Exception {
    FlatGraph moved = RowsFirst.of(given.flat());
    assertThat(operators(given.flat())).contains("Transpose");
    assertThat(operators(moved)).doesNotContain("Transpose");
    assertThat(moved.outputType("result_0")).isEqualTo(given.flat().outputType("result_0"));

    double[] expected = given.expected().get(0);
    double[] actual = OnnxTableTest.run(moved, given.inputs()).get(0);
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < expected.length; i++) {
      assertThat(actual[i]).isCloseTo(expected[i], within(1e-6));
    }
  }

  @Test
  void what_is_read_with_the_draws_in_front_too_keeps_them_there() throws Exception {
    OperatorCase given =
        of(
            "both",
            (tf, in) -> {
              Operand<TFloat32> sum = tf.reduceSum(in.get(0), tf.constant(new int[] {0, 1}));
              return tf.math.add(tf.math.exp(in.get(0)), sum);
            });
    FlatGraph moved = RowsFirst.of(given.flat());
    assertThat(operators(moved)).containsOnlyOnce("Transpose");
    assertThat(OnnxTableTest.run(moved, given.inputs()).get(0))
        .usingComparatorWithPrecision(1e-5)
        .containsExactly(given.expected().get(0));
  }

  private static List<String> operators(FlatGraph graph) {
    return graph.nodes().stream()
        .filter(node -> node instanceof FlatNode.Operation)
        .map(node -> ((FlatNode.Operation) node).operator())
        .toList();
  }
}
