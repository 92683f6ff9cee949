// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.model.ForestShape;
import java.util.Arrays;
import java.util.List;

/**
 * The forest of a member. Immutable.
 *
 * @implNote The numbers of a node are next to one another: a step reads one line of the cache. All
 *     rows go down the tree of a draw before the next draw, while the tree is in the cache.
 */
final class MemberForest implements MemberFunction {
  /** Rows that go down a tree together. */
  private static final int MOST_ROWS = 16;

  /** Numbers of a node. */
  private static final int EACH = 4;

  private static final Scratch NONE = new Scratch(new float[0][], new float[0][], new float[0]);

  private final ForestShape shape;
  private final int outputs;
  private final float[] nodes;
  private final float[] targets;

  /**
   * Takes the learned arrays of a member.
   *
   * @param outputs d_y
   * @param arrays of the forest, which are valid
   */
  MemberForest(ForestShape shape, int outputs, List<float[]> arrays) {
    this.shape = shape;
    this.outputs = outputs;
    targets = arrays.get(ForestShape.TARGETS);
    nodes = new float[EACH * shape.trees() * shape.nodes()];
    for (int array = 0; array < EACH; array++) {
      float[] values = arrays.get(array);
      for (int i = 0; i < values.length; i++) {
        nodes[EACH * i + array] = values[i];
      }
    }
  }

  /** The number of a pass's tree, a whole number, instead of its uniform. */
  @Override
  public PassLatents latents(float[][] drawn, int passes, int rows) {
    float[] choice = drawn[0];
    for (int k = 0; k < passes; k++) {
      choice[k] = Math.min((int) (choice[k] * shape.trees()), shape.trees() - 1);
    }
    int together = Math.max(1, Math.min(rows, MOST_ROWS));
    return PassLatents.of(drawn, passes, Math.multiplyExact(together, passes));
  }

  /** Needs none. */
  @Override
  public Scratch scratch(PassLatents latents) {
    return NONE;
  }

  /** Keeps none. */
  @Override
  public void release(Scratch scratch) {}

  @Override
  public void run(
      float[][] x, int from, int count, PassLatents latents, Scratch scratch, float[][] raw) {
    float[] choice = latents.parts()[0][0];
    boolean[] invalid = new boolean[count];
    for (int r = 0; r < count; r++) {
      invalid[r] = hasNan(x[from + r]);
    }
    for (int k = 0; k < latents.passes(); k++) {
      int root = ((int) choice[k]) * shape.nodes();
      for (int r = 0; r < count; r++) {
        if (invalid[r]) {
          Arrays.fill(raw[r], k * outputs, (k + 1) * outputs, Float.NaN);
        } else {
          int row = leaf(root, x[from + r]);
          System.arraycopy(targets, row * outputs, raw[r], k * outputs, outputs);
        }
      }
    }
  }

  /** A row with an input that is no number has draws that are none, as from a network. */
  private static boolean hasNan(float[] x) {
    for (float value : x) {
      if (Float.isNaN(value)) {
        return true;
      }
    }
    return false;
  }

  /** The training row where a row arrives. */
  private int leaf(int root, float[] x) {
    int node = 0;
    while (node >= 0) {
      int at = EACH * (root + node);
      boolean right = x[(int) nodes[at + ForestShape.COLUMN]] > nodes[at + ForestShape.THRESHOLD];
      node = (int) nodes[at + (right ? ForestShape.RIGHT : ForestShape.LEFT)];
    }
    return -1 - node;
  }
}
