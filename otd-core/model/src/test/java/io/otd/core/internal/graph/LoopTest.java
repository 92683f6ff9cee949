// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.graph.Loop.Body;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tensorflow.ConcreteFunction;
import org.tensorflow.Operand;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

class LoopTest {
  /** {@code s, p -> s + a index, p * 2}: the sum shows the indices, the product their number. */
  private static ConcreteFunction sums() {
    try (FunctionBuilder function = new FunctionBuilder("sums")) {
      Ops tf = function.tf();
      Operand<TInt32> count = function.input("count", TInt32.class, Shape.scalar());
      Operand<TFloat32> a = function.input("a", TFloat32.class, Shape.of(2));
      LoopValues end =
          new Loop(tf, "sum", count)
              .state("sum", tf.zeros(tf.constant(new int[] {2}), TFloat32.class), 2)
              .state("product", tf.constant(1f))
              .invariant("a", a, 2)
              .add(
                  (body, index, in) -> {
                    Operand<TFloat32> term =
                        body.math.mul(in.floats("a"), body.dtypes.cast(index, TFloat32.class));
                    // not in the order of the loop
                    return LoopValues.of(
                            "product", body.math.mul(in.floats("product"), body.constant(2f)))
                        .and("sum", body.math.add(in.floats("sum"), term));
                  });
      assertThat(end.names()).containsExactly("sum", "product");
      function.output("sum", tf.identity(end.floats("sum")));
      function.output("product", tf.identity(end.floats("product")));
      return function.build();
    }
  }

  @ParameterizedTest
  @EnumSource(Compilation.Alone.class)
  void the_body_runs_as_often_as_the_count_given_at_run_time(Compilation.Alone compilation) {
    try (ConcreteFunction function = sums();
        CompiledFunction loop = new CompiledFunction(function, compilation, LoopTest::refuse);
        Tensor a = Tensors.of(new float[] {1, 0.5f}, 2)) {
      for (int count : new int[] {0, 1, 5}) {
        try (Tensor n = Tensors.scalar(count);
            FunctionResult result = loop.call(Map.of("count", n, "a", a))) {
          float sum = count * (count - 1) / 2f;
          assertThat(result.floats("sum")).containsExactly(sum, sum / 2);
          assertThat(result.floats("product")).containsExactly((float) (1 << count));
        }
      }
    }
  }

  private static void pass(Body body) {
    GraphRun.plain(
        tf ->
            List.of(
                new Loop(tf, "short", tf.constant(1))
                    .state("a", tf.constant(1f))
                    .state("b", List.of(tf.constant(2f)), List.of(new long[0]))
                    .invariant("c", tf.constant(3f))
                    .add(body)
                    .floats("a")));
  }

  @Test
  void a_body_that_omits_a_value_or_returns_extra_ones_is_refused() {
    assertThatThrownBy(() -> pass((tf, index, in) -> LoopValues.of("a", in.floats("a"))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("short: the pass gives a (expected: a, b)");
    assertThatThrownBy(
            () ->
                pass(
                    (tf, index, in) -> LoopValues.of("a", in.floats("a")).and("c", in.floats("c"))))
        .hasMessage("short: the pass gives a, c (expected: a, b)");
    assertThatThrownBy(
            () ->
                pass(
                    (tf, index, in) ->
                        LoopValues.of("a", in.floats("a"))
                            .and("b", List.of(in.floats("b"), in.floats("b")))))
        .hasMessage("short: the pass gives 2 values of b (expected: 1)");
  }

  @Test
  void an_unknown_or_duplicate_name_is_refused() {
    assertThatThrownBy(() -> pass((tf, index, in) -> LoopValues.of("a", in.floats("z"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("loop value: z (expected: one of [a, b, c])");
    assertThatThrownBy(
            () ->
                pass(
                    (tf, index, in) -> LoopValues.of("a", in.floats("a")).and("a", in.floats("a"))))
        .hasMessage("loop value: a (expected: a new name)");
  }

  private static void refuse(String warning) {
    throw new AssertionError(warning);
  }
}
