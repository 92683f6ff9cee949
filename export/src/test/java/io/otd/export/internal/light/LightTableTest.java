// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.light;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.export.internal.flat.FlatGraph;
import io.otd.export.internal.flat.FlatNode;
import io.otd.export.internal.onnx.InputValues;
import io.otd.export.internal.onnx.OperatorCase;
import io.otd.export.internal.onnx.OperatorCases;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tensorflow.Operand;
import org.tensorflow.op.core.OneHot;
import org.tensorflow.op.linalg.MatMul;
import org.tensorflow.op.math.Cumsum;
import org.tensorflow.types.TBool;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/** The light engine computes for each operator of its table what TensorFlow computes. */
class LightTableTest {
  /** Operators of the way from a seed to random bits; every export compares its fresh draws. */
  private static final String RANDOM = "StatelessRandomUniformFullIntV2";

  private static Stream<OperatorCase> all() {
    List<OperatorCase> cases = new ArrayList<>(OperatorCases.ofElements());
    cases.addAll(OperatorCases.ofPairs());
    cases.addAll(OperatorCases.ofShapes());
    cases.addAll(OperatorCases.ofReductions());
    cases.addAll(ofLightOnly());
    return cases.stream();
  }

  private static List<OperatorCase> ofLightOnly() {
    InputValues inner = InputValues.floats(new long[] {5}, -.999, -.25, 0, .5, .9999);
    InputValues whole = InputValues.ints(new long[] {4}, -1, 0, 1000, 1 << 30);
    return List.of(
        new OperatorCase("Erfinv", List.of(inner), (tf, in) -> List.of(tf.math.erfinv(floats(in)))),
        new OperatorCase(
            "ClipByValue",
            List.of(inner),
            (tf, in) -> List.of(tf.clipByValue(floats(in), tf.constant(-.5f), tf.constant(.75f)))),
        new OperatorCase(
            "bits",
            List.of(whole),
            (tf, in) ->
                List.of(
                    tf.bitwise.bitwiseAnd(
                        tf.bitwise.rightShift(ints(in), tf.constant(3)), tf.constant(0xffff)))),
        new OperatorCase(
            "an element of a table",
            List.of(InputValues.ints(new long[] {3, 2}, 0, 1, 2, 2, 1, 0)),
            (tf, in) ->
                List.of(
                    tf.gather(tf.constant(new float[] {5, 6, 7}), ints(in), tf.constant(0)),
                    tf.gather(
                        tf.constant(new float[][] {{5, 1}, {6, 2}, {7, 3}}),
                        ints(in),
                        tf.constant(0)))),
        new OperatorCase(
            "a padded kernel",
            List.of(InputValues.floats(new long[] {2, 2}, 1, 2, 3, 4)),
            (tf, in) ->
                List.of(
                    tf.linalg.matMul(
                        floats(in),
                        tf.pad(
                            tf.constant(new float[][] {{1, 2}, {3, 4}}),
                            tf.constant(new int[][] {{0, 0}, {1, 200}}),
                            tf.constant(0f))))));
  }

  @SuppressWarnings("unchecked") // the type of the input is that of the case
  private static Operand<TFloat32> floats(List<Operand<?>> in) {
    return (Operand<TFloat32>) in.get(0);
  }

  @SuppressWarnings("unchecked") // the type of the input is that of the case
  private static Operand<TInt32> ints(List<Operand<?>> in) {
    return (Operand<TInt32>) in.get(0);
  }

  /** The cases whose operators are in the table; a placeholder for each row, the others below. */
  static List<OperatorCase> cases() {
    return all().filter(given -> translated(given.flat()) && !ofRows(given)).toList();
  }

  private static boolean translated(FlatGraph graph) {
    return graph.nodes().stream()
        .filter(node -> node instanceof FlatNode.Operation)
        .allMatch(
            node ->
                LightTable.operators().contains(((FlatNode.Operation) node).operator())
                    && !isComputedPad(graph, (FlatNode.Operation) node));
  }

  /** Only constants are padded. */
  private static boolean isComputedPad(FlatGraph graph, FlatNode.Operation operation) {
    return operation.operator().equals("PadV2")
        && !(graph.nodes().get(operation.inputs().get(0).node()) instanceof FlatNode.Constant);
  }

  private static boolean ofRows(OperatorCase given) {
    return given.operator().endsWith("of rows");
  }

  static List<OperatorCase> acrossRows() {
    return all().filter(LightTableTest::ofRows).toList();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void computes_what_tensorflow_computes(OperatorCase given) {
    given.assertComputed(new LightCase(given).computed());
  }

  @ParameterizedTest
  @MethodSource("acrossRows")
  void operations_across_rows_are_refused(OperatorCase given) {
    assertThatThrownBy(() -> new LightCase(given).computed())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rows");
  }

  static List<OperatorCase> refused() {
    InputValues matrix = InputValues.floats(new long[] {2, 2}, 1, 2, 3, 4);
    InputValues cube = InputValues.floats(new long[] {2, 2, 2}, 1, 2, 3, 4, 5, 6, 7, 8);
    InputValues places = InputValues.ints(new long[] {2}, 0, 1);
    return List.of(
        new OperatorCase(
            "exclusive or reverse of Cumsum",
            List.of(matrix),
            (tf, in) ->
                List.of(tf.math.cumsum(floats(in), tf.constant(1), Cumsum.exclusive(true)))),
        new OperatorCase(
            "axis 0 of OneHot",
            List.of(places),
            (tf, in) ->
                List.of(
                    tf.oneHot(
                        ints(in),
                        tf.constant(3),
                        tf.constant(1f),
                        tf.constant(0f),
                        OneHot.axis(0L)))),
        new OperatorCase(
            "transpose_b of MatMul",
            List.of(matrix),
            (tf, in) ->
                List.of(
                    tf.linalg.matMul(
                        floats(in), tf.constant(new float[][] {{1, 2}}), MatMul.transposeB(true)))),
        new OperatorCase(
            "two computed matrices of MatMul",
            List.of(matrix),
            (tf, in) -> List.of(tf.linalg.matMul(floats(in), floats(in)))),
        new OperatorCase(
            "[2, -1, 2] to [4, -1] of Reshape",
            List.of(cube),
            (tf, in) ->
                List.of(
                    tf.reshape(
                        tf.linalg.transpose(floats(in), tf.constant(new int[] {1, 0, 2})),
                        tf.constant(new int[] {4, -1})))),
        new OperatorCase(
            "[-1, 2] at [-1] of GatherV2",
            List.of(matrix),
            (tf, in) ->
                List.of(
                    tf.gather(
                        tf.math.neg(floats(in)),
                        tf.dtypes.cast(tf.sum(floats(in), tf.constant(1)), TInt32.class),
                        tf.constant(0)))),
        new OperatorCase(
            "BOOL of Cast",
            List.of(matrix),
            (tf, in) -> List.of(tf.dtypes.cast(floats(in), TBool.class))),
        new OperatorCase(
            "operator: Lgamma (expected: one of [",
            List.of(matrix),
            (tf, in) -> List.of(tf.math.lgamma(floats(in)))));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void what_the_engine_lacks_is_refused_by_name(OperatorCase given) {
    assertThatThrownBy(() -> new LightCase(given).computed())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(given.operator())
        .hasMessageContaining("expected: ");
  }

  @Test
  void every_operator_of_the_table_has_a_case() {
    Set<String> met = new HashSet<>(Set.of(RANDOM));
    cases().forEach(given -> met.addAll(given.operators()));
    assertThat(met).containsAll(LightTable.operators());
  }
}
