// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.mask.Uniform;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.model.Weights;
import io.otd.core.internal.network.BoostedForest;
import io.otd.core.internal.network.Forest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Trees of random shapes and values: of a forest of R training rows each tree has from 1 to R
 * leaves.
 */
final class RandomTrees {
  private final ModelSpec spec;
  private final Forest forest;
  private final SplittableRandom random;
  private final Map<String, float[]> arrays = new HashMap<>();
  private int next;

  private RandomTrees(ModelSpec spec, Forest forest, SplittableRandom random) {
    this.spec = spec;
    this.forest = forest;
    this.random = random;
  }

  /** A forest for a table. */
  static ModelSpec forest(ModelSpec table) {
    Forest trees = new Forest(5, 9, 9, 10);
    return new ModelSpec(table.inputs(), table.outputs(), trees, new Uniform());
  }

  /** Boosted trees for a table. */
  static ModelSpec boosted(ModelSpec table) {
    BoostedForest trees = new BoostedForest(new Forest(3, 9, 9, 10), 7);
    return new ModelSpec(table.inputs(), table.outputs(), trees, new Uniform());
  }

  static Weights weights(ModelSpec spec, SplittableRandom random) {
    Forest forest =
        spec.network() instanceof BoostedForest boosted
            ? boosted.forest()
            : (Forest) spec.network();
    RandomTrees trees = new RandomTrees(spec, forest, random);
    List<float[]> values = new ArrayList<>();
    for (Parameter p : spec.parameters()) {
      values.add(trees.arrays.computeIfAbsent(p.name(), name -> new float[p.size()]));
    }
    for (int t = 0; t < forest.trees(); t++) {
      trees.next = 0;
      int unused = trees.grow(t, 2 + random.nextInt(forest.nodes()));
    }
    trees.normal(Forest.TARGETS);
    if (spec.network() instanceof BoostedForest) {
      trees.normal(BoostedForest.RESIDUALS);
    }
    return new Weights(spec.parameters(), values);
  }

  private void normal(String name) {
    float[] values = arrays.get(name);
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextGaussian();
    }
  }

  /** Returns the number of an inner node, or of a leaf with a random row. */
  private int grow(int tree, int leaves) {
    if (leaves == 1) {
      return -1 - random.nextInt(forest.rows());
    }
    int node = next++;
    int at = tree * forest.nodes() + node;
    arrays.get(Forest.COLUMN)[at] = random.nextInt(spec.inputs());
    arrays.get(Forest.THRESHOLD)[at] = (float) random.nextGaussian();
    int left = 1 + random.nextInt(leaves - 1);
    arrays.get(Forest.LEFT)[at] = grow(tree, left);
    arrays.get(Forest.RIGHT)[at] = grow(tree, leaves - left);
    return node;
  }
}
