// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.tensorflow.ConcreteFunction;
import org.tensorflow.Operand;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt64;

class UniformsTest {
  private static final int COUNT = 100_000;

  private static Function<Ops, List<? extends Operand<TFloat32>>> draws(
      long key, long counter, long... shape) {
    return tf -> List.of(Uniforms.draw(tf, tf.constant(key), tf.constant(counter), shape));
  }

  private static float[] plain(long seed, int stream, long counter) {
    return GraphRun.plain(draws(Uniforms.key(seed, stream), counter, COUNT)).get(0);
  }

  /** The stated form also keeps every logit finite. */
  @Test
  void values_are_odd_multiples_of_two_to_the_minus_24_inside_the_unit_interval() {
    double scale = Math.scalb(1.0, 24);
    for (float u : plain(1, 0, 0)) {
      assertThat(u).isStrictlyBetween(0f, 1f);
      double odd = u * scale;
      assertThat(odd % 2).as("%s", u).isEqualTo(1.0);
    }
  }

  /** Key and counter are fed: with constants, the function would not run compiled even with XLA. */
  private static float[] fed(Compilation.Alone compilation, long key, long counter, long... shape) {
    try (FunctionBuilder builder = new FunctionBuilder("uniforms")) {
      Operand<TInt64> k = builder.input("key", TInt64.class, Shape.scalar());
      Operand<TInt64> c = builder.input("counter", TInt64.class, Shape.scalar());
      builder.output("u", Uniforms.draw(builder.tf(), k, c, shape));
      try (ConcreteFunction function = builder.build();
          CompiledFunction run = new CompiledFunction(function, compilation, w -> {});
          Tensor keyTensor = Tensors.scalar(key);
          Tensor counterTensor = Tensors.scalar(counter);
          FunctionResult result = run.call(Map.of("key", keyTensor, "counter", counterTensor))) {
        assertThat(run.runsCompiled(Map.of("key", keyTensor, "counter", counterTensor)))
            .isEqualTo(compilation == Compilation.XLA);
        return result.floats("u");
      }
    }
  }

  @Test
  void compiled_and_uncompiled_draws_are_bit_identical() {
    long key = Uniforms.key(-3, 2);
    for (long counter : new long[] {0, 1, 123_456_789_012L}) {
      float[] compiled = fed(Compilation.XLA, key, counter, 7, 1001);
      assertThat(fed(Compilation.NONE, key, counter, 7, 1001)).isEqualTo(compiled);
      assertThat(GraphRun.plain(draws(key, counter, 7, 1001)).get(0)).isEqualTo(compiled);
    }
  }

  @Test
  void equal_keys_and_counters_give_equal_numbers_and_others_differ() {
    float[] first = plain(5, 0, 3);
    assertThat(plain(5, 0, 3)).isEqualTo(first);
    assertThat(plain(5, 0, 4)).isNotEqualTo(first);
    assertThat(plain(5, 1, 3)).isNotEqualTo(first);
    assertThat(plain(6, 0, 3)).isNotEqualTo(first);
  }

  /** Kolmogorov-Smirnov; 1.95 / sqrt(n) is exceeded once in a thousand seeds. */
  @Test
  void values_are_uniformly_distributed() {
    for (long seed : new long[] {0, 1, Long.MIN_VALUE}) {
      float[] sorted = plain(seed, 0, 0);
      Arrays.sort(sorted);
      double distance = 0;
      for (int i = 0; i < sorted.length; i++) {
        distance = Math.max(distance, Math.abs(sorted[i] - (i + 0.5) / sorted.length));
      }
      assertThat(distance).isLessThan(1.95 / Math.sqrt(COUNT));
    }
  }

  /**
   * Neighbours in the seed, the stream and the counter, aligned and shifted: a counter that runs
   * into the next block would show as a correlation of 1 at some shift. The sampling error of a
   * correlation is 1 / sqrt(n). One of 500 exceeds 4.5 sampling errors only once in 300 seeds.
   */
  @Test
  void streams_seeds_and_counters_are_uncorrelated() {
    List<float[]> blocks = new ArrayList<>();
    for (long seed = 0; seed < 2; seed++) {
      for (int stream = 0; stream < 2; stream++) {
        for (long counter = 0; counter < 3; counter++) {
          blocks.add(plain(seed, stream, counter));
        }
      }
    }
    for (int i = 0; i < blocks.size(); i++) {
      for (int j = i; j < blocks.size(); j++) {
        for (int shift = i == j ? 1 : 0; shift <= 6; shift++) {
          assertThat(correlation(blocks.get(i), blocks.get(j), shift))
              .as("blocks %d and %d, shift %d", i, j, shift)
              .isCloseTo(0, within(4.5 / Math.sqrt(COUNT - shift)));
        }
      }
    }
  }

  /** Correlation with the known mean 1/2 and variance 1/12. */
  private static double correlation(float[] a, float[] b, int shift) {
    double sum = 0;
    int n = a.length - shift;
    for (int i = 0; i < n; i++) {
      sum += (a[i + shift] - 0.5) * (b[i] - 0.5);
    }
    return 12 * sum / n;
  }

  @Test
  void keys_of_nearby_seeds_and_streams_are_all_different() {
    assertThat(
            java.util.stream.LongStream.range(-50, 50)
                .flatMap(
                    seed ->
                        java.util.stream.IntStream.range(-50, 50)
                            .mapToLong(stream -> Uniforms.key(seed, stream)))
                .distinct()
                .count())
        .isEqualTo(10_000);
  }
}
