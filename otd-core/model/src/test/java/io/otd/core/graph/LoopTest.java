package io.otd.core.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tensorflow.ConcreteFunction;
import org.tensorflow.Operand;
import org.tensorflow.Result;
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
      Loop.Arguments end =
          Loop.times(
              tf,
              "sum",
              count,
              List.of(
                  Loop.Value.of(tf.zeros(tf.constant(new int[] {2}), TFloat32.class), 2),
                  Loop.Value.of(tf.constant(1f))),
              List.of(Loop.Value.of(a, 2)),
              (body, index, in) ->
                  List.of(
                      body.math.add(
                          in.floats(0),
                          body.math.mul(in.floats(2), body.dtypes.cast(index, TFloat32.class))),
                      body.math.mul(in.floats(1), body.constant(2f))));
      assertThat(end.values()).hasSize(2);
      function.output("sum", tf.identity(end.floats(0)));
      function.output("product", tf.identity(end.floats(1)));
      return function.build();
    }
  }

  @ParameterizedTest
  @EnumSource(Compilation.Alone.class)
  void aPassIsTakenAsOftenAsTheCountSaysAtRunTime(Compilation.Alone compilation) {
    try (ConcreteFunction function = sums();
        CompiledFunction loop = new CompiledFunction(function, compilation, LoopTest::refuse);
        Tensor a = Tensors.of(new float[] {1, 0.5f}, 2)) {
      for (int count : new int[] {0, 1, 5}) {
        try (Tensor n = Tensors.scalar(count);
            Result result = loop.call(List.of(n, a))) {
          float sum = count * (count - 1) / 2f;
          assertThat(Tensors.floats(result.get(0))).containsExactly(sum, sum / 2);
          assertThat(Tensors.floats(result.get(1))).containsExactly((float) (1 << count));
        }
      }
    }
  }

  @Test
  void aBodyThatForgetsAValueIsRefused() {
    assertThatThrownBy(
            () ->
                GraphRun.plain(
                    tf ->
                        Loop.times(
                                tf,
                                "short",
                                tf.constant(1),
                                List.of(
                                    Loop.Value.of(tf.constant(1f)), Loop.Value.of(tf.constant(2f))),
                                List.of(),
                                (body, index, in) -> List.of(in.floats(0)))
                            .floats(0, 2)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("short_pass: 1 values (expected: 2)");
  }

  private static void refuse(String warning) {
    throw new AssertionError(warning);
  }
}
