// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.flat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.graph.NumberedScope;
import io.otd.core.internal.trained.Checkpoint;
import io.otd.export.internal.flat.FlatNode.Constant;
import io.otd.export.internal.flat.FlatNode.Operation;
import io.otd.export.internal.flat.FlatNode.Ref;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Op;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.op.math.Mean;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TString;

class FrozenGraphTest {
  private static final Checkpoint.Entry KERNEL =
      new Checkpoint.Entry("kernel", List.of(2, 1), new float[] {1, 2});

  /** A graph from {@code [B, 2]} and a kernel {@code [2, 1]} that is known. */
  private static FlatGraph read(BiFunction<Ops, List<Operand<TFloat32>>, Operand<?>> operations) {
    try (Graph graph = new Graph()) {
      Ops tf = NumberedScope.in(graph);
      Operand<TFloat32> x =
          tf.withName("x").placeholder(TFloat32.class, Placeholder.shape(Shape.of(-1, 2)));
      Operand<TFloat32> kernel =
          tf.withName("kernel").placeholder(TFloat32.class, Placeholder.shape(Shape.of(2, 1)));
      Operand<?> y = operations.apply(tf, List.of(x, kernel));
      return FrozenGraph.read(graph, Map.of("kernel", KERNEL), Map.of("y", y));
    }
  }

  private static List<String> operators(FlatGraph graph) {
    return graph.nodes().stream()
        .filter(node -> node instanceof Operation)
        .map(node -> ((Operation) node).operator())
        .toList();
  }

  @Test
  void what_depends_on_known_values_only_is_a_constant() {
    FlatGraph graph =
        read((tf, in) -> tf.linalg.matMul(in.get(0), tf.math.mul(in.get(1), tf.constant(3f))));
    assertThat(operators(graph)).containsExactly("MatMul");
    assertThat(graph.nodes()).contains(Constant.of(List.of(2, 1), new float[] {3, 6}));
    assertThat(graph.outputType("y"))
        .isEqualTo(new TensorType(NumberType.FLOAT32, List.of(-1L, 1L)));
  }

  @Test
  void a_constant_much_larger_than_its_sources_is_left_to_the_engine() {
    FlatGraph graph =
        read(
            (tf, in) ->
                tf.linalg.matMul(
                    in.get(0), tf.broadcastTo(in.get(1), tf.constant(new int[] {2, 1000}))));
    assertThat(operators(graph)).containsExactly("BroadcastTo", "MatMul");
  }

  @Test
  void equal_operations_are_one_and_unread_ones_are_left_out() {
    FlatGraph graph =
        read(
            (tf, in) -> {
              Operand<TFloat32> unread = tf.math.tanh(in.get(0));
              assertThat(unread.shape().numDimensions()).isEqualTo(2);
              return tf.math.add(
                  tf.math.exp(in.get(0)), tf.math.exp(tf.identity(tf.stopGradient(in.get(0)))));
            });
    assertThat(operators(graph)).containsExactly("Exp", "Add");
  }

  @Test
  void a_product_needs_no_reshapes_around_it() {
    FlatGraph graph =
        read(
            (tf, in) -> {
              Operand<TFloat32> rows = tf.expandDims(in.get(0), tf.constant(0));
              Operand<TFloat32> flat = tf.reshape(rows, tf.constant(new int[] {-1, 2}));
              return tf.reshape(
                  tf.linalg.matMul(flat, in.get(1)), tf.constant(new int[] {1, -1, 1}));
            });
    assertThat(operators(graph)).containsExactly("ExpandDims", "BatchMatMulV3");
  }

  @Test
  void a_reshape_to_other_rows_stays() {
    FlatGraph graph =
        read(
            (tf, in) -> {
              Operand<TFloat32> rows = tf.expandDims(in.get(0), tf.constant(0));
              Operand<TFloat32> flat = tf.reshape(rows, tf.constant(new int[] {-1, 2}));
              return tf.reshape(
                  tf.linalg.matMul(flat, in.get(1)), tf.constant(new int[] {-1, 1, 1}));
            });
    assertThat(operators(graph)).containsExactly("ExpandDims", "Reshape", "MatMul", "Reshape");
  }

  @Test
  void columns_that_are_added_and_cut_off_again_are_left_out() {
    FlatGraph graph = read((tf, in) -> filled(tf, in, 1));
    assertThat(operators(graph)).containsExactly("MatMul");
    assertThat(graph.nodes()).contains(Constant.of(List.of(2, 1), new float[] {1, 2}));
    assertThat(operators(read((tf, in) -> filled(tf, in, 2))))
        .containsExactly("PadV2", "MatMul", "Slice");
  }

  /** Many columns, so that the filled kernel is not computed in advance. */
  private static Operand<TFloat32> filled(Ops tf, List<Operand<TFloat32>> in, int kept) {
    Operand<TFloat32> kernel =
        tf.pad(in.get(1), tf.constant(new int[][] {{0, 0}, {0, 100}}), tf.constant(0f));
    return tf.slice(
        tf.linalg.matMul(in.get(0), kernel),
        tf.constant(new int[] {0, 0}),
        tf.constant(new int[] {-1, kept}));
  }

  @Test
  void a_mean_is_computed_once_whether_its_dimension_is_kept_or_not() {
    FlatGraph graph =
        read(
            (tf, in) -> {
              Operand<TFloat32> kept = tf.math.mean(in.get(0), tf.constant(1), Mean.keepDims(true));
              return tf.math.sub(
                  tf.math.mul(in.get(0), kept),
                  tf.expandDims(tf.math.mean(in.get(0), tf.constant(1)), tf.constant(1)));
            });
    assertThat(operators(graph)).containsExactly("Mean", "Mul", "Squeeze", "ExpandDims", "Sub");
  }

  @Test
  void zeros_to_choose_from_are_one_number() {
    FlatGraph graph =
        read((tf, in) -> tf.select(tf.math.isNan(in.get(0)), tf.zerosLike(in.get(0)), in.get(0)));
    assertThat(operators(graph)).containsExactly("IsNan", "SelectV2");
    assertThat(graph.nodes()).contains(Constant.zero(NumberType.FLOAT32));
  }

  @Test
  void texts_control_dependencies_and_unknown_ranks_are_refused() {
    assertThatThrownBy(
            () ->
                read(
                    (tf, in) ->
                        tf.strings.toNumber(
                            tf.withName("t")
                                .placeholder(TString.class, Placeholder.shape(Shape.of(-1))))))
        .hasMessageStartingWith("element type: DT_STRING (expected: one of [FLOAT32, ");
    assertThatThrownBy(
            () ->
                read(
                    (tf, in) ->
                        tf.withControlDependencies(List.<Op>of(tf.math.exp(in.get(0))))
                            .math
                            .tanh(in.get(0))))
        .hasMessageContaining("expected: no control dependencies");
    assertThatThrownBy(() -> read((tf, in) -> tf.squeeze(in.get(0))))
        .hasMessage("shape of Squeeze:0: unknown (expected: a known rank)");
  }

  @Test
  void a_graph_checks_its_order_and_its_constants() {
    TensorType type = new TensorType(NumberType.FLOAT32, List.of(-1L));
    assertThatThrownBy(
            () ->
                new FlatGraph(
                    List.of(new Operation("Exp", List.of(new Ref(0, 0)), Map.of(), List.of(type))),
                    Map.of()))
        .hasMessage("input of node 0: node 0 (expected: one before)");
    assertThatThrownBy(() -> new FlatGraph(List.of(), Map.of()).outputType("mean"))
        .hasMessage("output: mean (expected: one of [])");
    assertThatThrownBy(type::bytes).hasMessage("shape: [-1] (expected: a fixed one)");
    TensorType three = new TensorType(NumberType.FLOAT32, List.of(3L));
    assertThatThrownBy(() -> new Constant(three, Constant.zero(NumberType.FLOAT32).bytes()))
        .hasMessageContaining("4 bytes (expected: 12)");
    assertThatThrownBy(() -> Constant.of(List.of(1), new float[] {1}).wholes())
        .hasMessage("elements: FLOAT32 (expected: whole numbers)");
  }
}
