// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.program.Member;
import io.otd.table.internal.split.Subset;
import io.otd.train.internal.network.TrainingRows;
import io.otd.train.internal.parallel.Workers;
import io.otd.train.internal.trees.GrownForest;
import io.otd.train.internal.trees.TreeRows;
import io.otd.train.settings.Settings;
import java.util.ArrayList;
import java.util.List;

/**
 * The forests of a pool, one per member, each of the training rows of its member. They are grown
 * when they are needed, and again by a resumed run: they depend only on the rows and the seed.
 */
final class Forests {
  /**
   * Maximum number of training rows. Of more, a random part is used: the memory of a forest grows
   * with its rows.
   */
  static final int MOST_ROWS = 1 << 17;

  /** Maximum number of leaves of all members, each of 16 bytes in a model. */
  private static final int MOST_LEAVES = 1 << 21;

  /** Trees of all members: more would hardly change the draws of a pool. */
  private static final int ENOUGH_TREES = 160;

  private static final int FEWEST_TREES = 16;
  private static final int MOST_TREES = 64;

  private final Settings kind;
  private final int number;
  private final PreparedTable data;
  private final Workers workers;
  private final List<GrownForest> grown = new ArrayList<>();

  /**
   * Forests of a table.
   *
   * @param kind settings of the kind
   * @param number of the kind in the pool
   * @param data the table
   * @param workers grow a tree each
   */
  Forests(Settings kind, int number, PreparedTable data, Workers workers) {
    this.kind = kind;
    this.number = number;
    this.data = data;
    this.workers = workers;
  }

  /** The forests of the first members. */
  PoolFit.Trained first(int members) {
    while (grown.size() < members) {
      grown.add(grow(grown.size()));
    }
    List<GrownForest> forests = grown.subList(0, members);
    ModelSpec model = GrownForest.model(forests, data.schema().width());
    return new PoolFit.Trained(
        kind.model().method().label(),
        model,
        forests.stream().map(forest -> Member.of(forest.parameters(model))).toList());
  }

  private GrownForest grow(int member) {
    int[] train = Subset.of(data.memberRows().get(member).train(), MOST_ROWS, seed(member));
    TrainingRows rows = data.rows(train);
    TreeRows ofTrees =
        TreeRows.of(
            rows.x(),
            data.schema().width(),
            new SeenInputs(kind, data.schema()).places(),
            rows.y(),
            data.schema().targets().size());
    return GrownForest.grow(
        ofTrees, trees(train.length, data.plan().members()), seed(member), workers);
  }

  private long seed(int member) {
    return Uniforms.branch(kind.training().seed(), number * data.plan().members() + member);
  }

  /**
   * T: enough for the draws of a pool, but fewer of many rows, so that the forests of a model stay
   * below some tens of megabytes.
   *
   * @param rows of a member
   * @param members M
   */
  static int trees(int rows, int members) {
    long fitting = MOST_LEAVES / ((long) rows * members);
    long enough = Math.min(MOST_TREES, ENOUGH_TREES / members);
    return (int) Math.max(FEWEST_TREES, Math.min(enough, fitting));
  }
}
