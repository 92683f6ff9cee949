// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.mask.Uniform;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Forest;
import io.otd.train.internal.parallel.Workers;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;

/** A forest of extremely randomised trees, all of the same rows. */
public final class GrownForest {
  private final List<GrownTree> trees;
  private final float[] targets;
  private final int outputs;

  private GrownForest(List<GrownTree> trees, float[] targets, int outputs) {
    this.trees = trees;
    this.targets = targets;
    this.outputs = outputs;
  }

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

  /**
   * The model that holds each of several forests.
   *
   * @param forests of as many trees, of the same inputs and targets
   * @param inputs d_x, those that the trees do not see included
   */
  public static ModelSpec model(Collection<GrownForest> forests, int inputs) {
    if (forests.stream().map(forest -> forest.trees.size()).distinct().count() > 1) {
      throw new IllegalArgumentException(
          "trees: %s (expected: as many in each forest)"
              .formatted(forests.stream().map(forest -> forest.trees.size()).toList()));
    }
    Forest sizes =
        new Forest(
            most(forests, forest -> forest.trees.size()),
            most(forests, forest -> forest.most(GrownTree::nodes)),
            most(forests, forest -> forest.most(GrownTree::depth)),
            most(forests, forest -> forest.targets.length / forest.outputs));
    int outputs = most(forests, forest -> forest.outputs);
    return new ModelSpec(inputs, outputs, sizes, new Uniform());
  }

  private static int most(Collection<GrownForest> forests, ToIntFunction<GrownForest> size) {
    return forests.stream().mapToInt(size).max().orElseThrow();
  }

  private int most(ToIntFunction<GrownTree> size) {
    return trees.stream().mapToInt(size).max().orElseThrow();
  }

  /**
   * The parameters of this forest in a model.
   *
   * @param model that is large enough for it
   * @return {@code [P]}
   */
  public float[] parameters(ModelSpec model) {
    Forest sizes = (Forest) model.network();
    int nodes = sizes.nodes();
    float[] columns = new float[sizes.trees() * nodes];
    float[] thresholds = new float[columns.length];
    float[] left = new float[columns.length];
    float[] right = new float[columns.length];
    for (int t = 0; t < trees.size(); t++) {
      GrownTree tree = trees.get(t);
      for (int i = 0; i < tree.nodes(); i++) {
        int at = t * nodes + i;
        columns[at] = tree.columns()[i];
        thresholds[at] = tree.thresholds()[i];
        left[at] = tree.left()[i];
        right[at] = tree.right()[i];
      }
      for (int at = t * nodes + tree.nodes(); at < (t + 1) * nodes; at++) {
        left[at] = -1;
        right[at] = -1;
      }
    }
    return new ParameterVector(model.parameters())
        .join(
            List.of(
                columns, thresholds, left, right, Arrays.copyOf(targets, sizes.rows() * outputs)));
  }
}
