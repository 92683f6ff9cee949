// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tensorflow.ConcreteFunction;
import org.tensorflow.Operand;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

@Tag("jdk")
class CompiledFunctionTest {
  /** {@code a, b -> a - 2 b, a b}. */
  private static ConcreteFunction arithmetic() {
    try (FunctionBuilder function = new FunctionBuilder("arithmetic")) {
      Ops tf = function.tf();
      Operand<TFloat32> a = function.input("a", TFloat32.class, Shape.of(2));
      Operand<TFloat32> b = function.input("b", TFloat32.class, Shape.of(2));
      function.output("difference", tf.math.sub(a, tf.math.mul(tf.constant(2f), b)));
      function.output("product", tf.math.mul(a, b));
      return function.build();
    }
  }

  /** XLA does not support strings. */
  private static ConcreteFunction uncompilable() {
    try (FunctionBuilder function = new FunctionBuilder("lengths")) {
      Ops tf = function.tf();
      Operand<TFloat32> a = function.input("a", TFloat32.class, Shape.of(2));
      function.output(
          "length", tf.dtypes.cast(tf.strings.stringLength(tf.dtypes.asString(a)), TFloat32.class));
      return function.build();
    }
  }

  private static CompiledFunction compiled(
      ConcreteFunction function, Compilation.Alone compilation, List<String> warnings) {
    try (function) {
      return new CompiledFunction(function, compilation, warnings::add);
    }
  }

  @Test
  void inputs_and_outputs_are_matched_by_name() {
    for (Compilation.Alone compilation : Compilation.Alone.values()) {
      List<String> warnings = new ArrayList<>();
      try (CompiledFunction f = compiled(arithmetic(), compilation, warnings);
          Tensor a = Tensors.of(new float[] {3, 5}, 2);
          Tensor b = Tensors.of(new float[] {0.5f, 2}, 2)) {
        for (int call = 0; call < 3; call++) {
          try (FunctionResult result = f.call(Map.of("b", b, "a", a))) {
            assertThat(result.floats("difference")).containsExactly(2, 1);
            assertThat(result.floats("product")).containsExactly(1.5f, 10);
          }
        }
        assertThat(f.runsCompiled(Map.of("b", b, "a", a)))
            .isEqualTo(compilation == Compilation.XLA);
      }
      assertThat(warnings).isEmpty();
    }
  }

  @Test
  void a_program_xla_cannot_compile_runs_uncompiled_after_one_warning() {
    List<String> warnings = new ArrayList<>();
    try (CompiledFunction f = compiled(uncompilable(), Compilation.XLA, warnings);
        Tensor a = Tensors.of(new float[] {1, -10}, 2)) {
      for (int call = 0; call < 3; call++) {
        try (FunctionResult result = f.call(Map.of("a", a))) {
          float[] lengths = result.floats("length");
          assertThat(lengths[1] - lengths[0]).isEqualTo(2f); // the sign and a digit
        }
        assertThat(warnings).hasSize(1);
      }
      assertThat(f.runsCompiled(Map.of("a", a))).isFalse();
    }
    assertThat(warnings.get(0))
        .startsWith("XLA cannot compile the program here; it runs operation by operation");
  }

  @Test
  void first_calls_at_the_same_time_all_run_uncompiled_after_one_warning() {
    for (int function = 0; function < 10; function++) {
      List<String> warnings = Collections.synchronizedList(new ArrayList<>());
      try (CompiledFunction f = compiled(uncompilable(), Compilation.XLA, warnings);
          Tensor a = Tensors.of(new float[] {1, -10}, 2)) {
        List<Float> differences =
            IntStream.range(0, 8)
                .mapToObj(
                    call ->
                        CompletableFuture.supplyAsync(
                            () -> {
                              try (FunctionResult result = f.call(Map.of("a", a))) {
                                return result.floats("length")[1] - result.floats("length")[0];
                              }
                            },
                            thread -> new Thread(thread).start()))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
        assertThat(differences).hasSize(8).containsOnly(2f);
      }
      assertThat(warnings).hasSize(1);
    }
  }

  @Test
  void compilation_none_gives_no_warning() {
    List<String> warnings = new ArrayList<>();
    try (CompiledFunction f = compiled(uncompilable(), Compilation.NONE, warnings);
        Tensor a = Tensors.of(new float[] {1, -10}, 2);
        FunctionResult result = f.call(Map.of("a", a))) {
      assertThat(result.floats("length")).hasSize(2);
    }
    assertThat(warnings).isEmpty();
  }

  @Test
  void unknown_or_missing_names_are_refused() {
    try (CompiledFunction f = compiled(arithmetic(), Compilation.NONE, new ArrayList<>());
        Tensor a = Tensors.of(new float[2], 2)) {
      assertThatThrownBy(() -> f.call(Map.of("a", a)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("inputs: [a] (expected: [a, b])");
      assertThatThrownBy(() -> f.call(Map.of("a", a, "b", a, "c", a)))
          .hasMessage("inputs: [a, b, c] (expected: [a, b])");
      assertThatThrownBy(() -> f.runsCompiled(Map.of()))
          .hasMessage("inputs: [] (expected: [a, b])");
      try (FunctionResult result = f.call(Map.of("a", a, "b", a))) {
        assertThatThrownBy(() -> result.floats("sum"))
            .hasMessage("output: sum (expected: one of [difference, product])");
      }
    }
  }

  @Test
  void closing_twice_is_harmless_and_use_after_close_throws() {
    CompiledFunction f = compiled(arithmetic(), Compilation.NONE, new ArrayList<>());
    try (Tensor a = Tensors.of(new float[2], 2)) {
      f.call(Map.of("a", a, "b", a)).close();
      f.close();
      f.close();
      assertThatThrownBy(() -> f.call(Map.of("a", a, "b", a)))
          .isInstanceOf(IllegalStateException.class);
    }
  }
}
