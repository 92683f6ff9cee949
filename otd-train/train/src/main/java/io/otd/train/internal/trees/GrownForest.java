// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.mask.Uniform;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Forest;
import io.otd.train.internal.parallel.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A forest of extremely randomised trees, all of the same rows.
 *
 * @param trees whose leaves lead to the rows
 * @param targets {@code [n, d_y]}, of the rows
 * @param outputs d_y
 */
public record GrownForest(List<GrownTree> trees, float[] targets, int outputs) implements Grown {
  /**
   * Grows a forest. It depends only on the rows and the seed.
   *
   * @param data at least one row
   * @param trees T, at least 1
   * @param seed each tree has a branch of it
   * @param workers grow a tree each
   */
  public static GrownForest grow(TreeRows data, int trees, long seed, Workers workers) {
    return new GrownForest(
        workers.each(
            trees, t -> TreeGrowth.grow(data, new SplittableRandom(Uniforms.branch(seed, t)))),
        data.targets(),
        data.outputs());
  }

  @Override
  public Forest sizes() {
    return GrownTree.sizes(trees, targets.length / outputs);
  }

  /** Draws choose trees, so all forests have as many. */
  @Override
  public ModelSpec model(Forest sizes, int inputs) {
    if (sizes.trees() != trees.size()) {
      throw new IllegalArgumentException(
          "trees: %s (expected: as many in each forest, %s)"
              .formatted(trees.size(), sizes.trees()));
    }
    return new ModelSpec(inputs, outputs, sizes, new Uniform());
  }

  @Override
  public float[] parameters(ModelSpec model) {
    Forest sizes = (Forest) model.network();
    List<float[]> arrays = GrownTree.arrays(trees, sizes);
    arrays.add(Arrays.copyOf(targets, sizes.rows() * outputs));
    return new ParameterVector(model.parameters()).join(arrays);
  }
}
