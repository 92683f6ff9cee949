// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.tensorflow.ConcreteFunction;
import org.tensorflow.Operand;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

class SharedCompilationTest {
  private final AtomicInteger built = new AtomicInteger();
  private final List<String> warnings = new ArrayList<>();

  private ConcreteFunction times(float factor) {
    built.incrementAndGet();
    try (FunctionBuilder function = new FunctionBuilder("times")) {
      Ops tf = function.tf();
      Operand<TFloat32> a = function.input("a", TFloat32.class, Shape.of(2));
      function.output("product", tf.math.mul(a, tf.constant(factor)));
      return function.build();
    }
  }

  private CompiledFunction function(SharedCompilation shared, float factor) {
    return shared.function(factor, () -> times(factor), warnings::add);
  }

  private static float[] call(CompiledFunction function, float a, float b) {
    try (Tensor input = Tensors.of(new float[] {a, b}, 2);
        FunctionResult result = function.call(Map.of("a", input))) {
      return result.floats("product");
    }
  }

  @Test
  void functions_with_the_same_key_are_built_once() {
    try (SharedCompilation shared = new SharedCompilation()) {
      try (CompiledFunction first = function(shared, 3);
          CompiledFunction second = function(shared, 3);
          CompiledFunction other = function(shared, 5)) {
        assertThat(call(first, 1, 2)).containsExactly(3, 6);
        assertThat(call(second, 1, 2)).containsExactly(3, 6);
        assertThat(call(other, 1, 2)).containsExactly(5, 10);
      }
      try (CompiledFunction later = function(shared, 3)) {
        assertThat(call(later, -1, 0)).containsExactly(-3, 0);
      }
    }
    assertThat(built).hasValue(2);
    assertThat(warnings).isEmpty();
  }

  @Test
  void closing_one_share_leaves_the_others_usable() {
    try (SharedCompilation shared = new SharedCompilation();
        CompiledFunction second = function(shared, 2)) {
      CompiledFunction first = function(shared, 2);
      first.close();
      first.close();
      assertThatThrownBy(() -> call(first, 1, 1)).isInstanceOf(IllegalStateException.class);
      assertThat(call(second, 1, 1)).containsExactly(2, 2);
    }
  }

  @Test
  void closing_keeps_functions_usable_until_their_last_user_closes() {
    SharedCompilation shared = new SharedCompilation();
    CompiledFunction used = function(shared, 2);
    shared.close();
    shared.close();
    assertThat(call(used, 1, 1)).containsExactly(2, 2);
    used.close();
    assertThatThrownBy(() -> function(shared, 2)).hasMessageContaining("closed");
  }

  @Test
  void a_function_unused_for_long_is_evicted_and_rebuilt() {
    try (SharedCompilation shared = new SharedCompilation()) {
      for (int round = 0; round < 2; round++) {
        for (int factor = 1; factor <= 10; factor++) {
          try (CompiledFunction function = function(shared, factor)) {
            assertThat(call(function, 1, 0)[0]).isEqualTo(factor);
          }
        }
      }
    }
    assertThat(built).hasValue(20);
  }

  /** More threads than cores, all of which take part in the first call, which compiles. */
  @Test
  void many_threads_call_one_function_at_the_same_time() throws Exception {
    int threads = 8;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try (SharedCompilation shared = new SharedCompilation()) {
      List<Callable<Void>> users = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        float value = t;
        users.add(
            () -> {
              try (CompiledFunction function = function(shared, 7)) {
                for (int i = 0; i < 200; i++) {
                  assertThat(call(function, value, i)).containsExactly(7 * value, 7f * i);
                }
                return null;
              }
            });
      }
      for (Future<Void> user : pool.invokeAll(users)) {
        user.get();
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(built).hasValue(1);
    assertThat(warnings).isEmpty();
  }
}
