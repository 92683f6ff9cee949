// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.graph.FunctionBuilder;
import io.otd.core.internal.graph.NumberedScope;
import io.otd.core.internal.graph.Tensors;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.mask.Noise;
import io.otd.core.internal.model.ModelSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.tensorflow.Graph;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.types.TFloat32;

/**
 * Uniforms of a {@linkplain DrawDesign#LATIN_HYPERCUBE Latin hypercube}, drawn in Java: there the
 * orders cost little, while sorting is slow in a compiled graph.
 *
 * @param arrays the requests of the model's laws, in order
 */
record LatinHypercubeNoise(List<NoiseArray> arrays) implements DrawNoise {
  /**
   * One array of uniforms.
   *
   * @param branch of the key that it is drawn from
   * @param draws the axis of the draws
   * @param shape its sizes
   */
  private record NoiseArray(int branch, int draws, List<Long> shape) {
    float[] drawn(long key) {
      return LatinHypercube.draw(Uniforms.branch(key, branch), draws, sizes());
    }

    long[] sizes() {
      return shape.stream().mapToLong(Long::longValue).toArray();
    }
  }

  /** Adds the laws of a model to a temporary graph, to record their requests. */
  static LatinHypercubeNoise of(ModelSpec model, int draws) {
    List<NoiseArray> arrays = new ArrayList<>();
    try (Graph graph = new Graph()) {
      Ops tf = NumberedScope.in(graph);
      ParameterVector vector = new ParameterVector(model.parameters());
      Latents.draw(
          tf,
          model,
          vector.split(tf, tf.placeholder(TFloat32.class, at(vector.size()))),
          new ModelNoise(asking(arrays, 0), asking(arrays, ModelNoise.OUTPUT)),
          LatentCounts.shared(draws, 1));
    }
    return new LatinHypercubeNoise(List.copyOf(arrays));
  }

  private static Noise asking(List<NoiseArray> arrays, int branch) {
    return (tf, draws, shape) -> {
      arrays.add(new NoiseArray(branch, draws, java.util.Arrays.stream(shape).boxed().toList()));
      return tf.placeholder(TFloat32.class, at(shape));
    };
  }

  /** Name of the input that holds the uniforms of a branch; a law requests one array. */
  private static String name(int branch) {
    return branch == 0 ? "uniforms_masks" : "uniforms_output";
  }

  private static Placeholder.Options at(long... shape) {
    return Placeholder.shape(Shape.of(shape));
  }

  @Override
  public ModelNoise inputs(FunctionBuilder f) {
    return new ModelNoise(given(f, 0), given(f, ModelNoise.OUTPUT));
  }

  private static Noise given(FunctionBuilder f, int branch) {
    return (tf, draws, shape) -> f.input(name(branch), TFloat32.class, Shape.of(shape));
  }

  @Override
  public void add(Map<String, Tensor> values, long key, int block) {
    arrays.forEach(
        array -> values.put(name(array.branch()), Tensors.of(array.drawn(key), array.sizes())));
  }
}
