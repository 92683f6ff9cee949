// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import io.otd.table.internal.split.Shuffle;
import io.otd.train.explanation.ColumnImportance;
import io.otd.train.explanation.Estimate;
import io.otd.train.explanation.ScoreImportance;
import io.otd.train.internal.result.Samples;
import io.otd.train.internal.result.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Permutation importance: the increase of the mean loss of some rows when the cells of a column are
 * permuted among them.
 *
 * @param losses of rows: of all targets first, then of each if there are several
 * @param players what is permuted together
 * @param repeats R, at least 1
 * @param seed of all random choices
 */
record PermutationImportance(RowFunction losses, Players players, int repeats, long seed) {
  /** Number of predictions. */
  static long predictions(int rows, int players, int repeats) {
    return rows * (1 + (long) players * repeats);
  }

  /**
   * Permutes each column in turn.
   *
   * @param rows of the pool, at least two
   * @param targets names, d_y of them
   */
  ScoreImportance of(int[] rows, List<String> targets) {
    double[][] base = losses.of(asTheyAre(rows));
    double[][][] sums = new double[players.size()][rows.length][base[0].length];
    double[][] means = new double[players.size()][repeats];
    for (int r = 0; r < repeats; r++) {
      double[][] permuted = losses.of(permuted(rows, r));
      for (int player = 0; player < players.size(); player++) {
        for (int i = 0; i < rows.length; i++) {
          double[] loss = permuted[player * rows.length + i];
          for (int s = 0; s < loss.length; s++) {
            sums[player][i][s] += (loss[s] - base[i][s]) / repeats;
          }
          means[player][r] += (loss[0] - base[i][0]) / rows.length;
        }
      }
    }
    List<ColumnImportance> columns = new ArrayList<>();
    for (int player = 0; player < players.size(); player++) {
      columns.add(
          new ColumnImportance(
              players.name(player),
              players.players().get(player),
              Samples.estimate(sums[player], 0),
              Spread.of(means[player]).sd(),
              estimates(sums[player], targets)));
    }
    columns.sort(Comparator.comparingDouble((ColumnImportance c) -> -c.loss().value()));
    return new ScoreImportance(
        rows.length, repeats, Samples.estimate(base, 0).value(), scores(base, targets), columns);
  }

  private MixedRows asTheyAre(int[] rows) {
    MixedRows mixed = new MixedRows();
    for (int row : rows) {
      mixed.add(row, players.none());
    }
    return mixed;
  }

  /** All rows under the first player's permutation, then all under the next one's. */
  private MixedRows permuted(int[] rows, int repeat) {
    MixedRows mixed = new MixedRows();
    for (int player = 0; player < players.size(); player++) {
      boolean[] taken = players.taken(player);
      int stream = Shuffle.EXPLANATION + repeat * players.size() + player;
      int[] order = new Shuffle(seed, stream).order(rows.length);
      for (int i = 0; i < rows.length; i++) {
        mixed.add(rows[i], rows[order[i]], taken);
      }
    }
    return mixed;
  }

  private static Map<String, Estimate> estimates(double[][] losses, List<String> targets) {
    Map<String, Estimate> each = new LinkedHashMap<>();
    for (int j = 0; targets.size() > 1 && j < targets.size(); j++) {
      each.put(targets.get(j), Samples.estimate(losses, 1 + j));
    }
    return each;
  }

  private static Map<String, Double> scores(double[][] losses, List<String> targets) {
    Map<String, Double> each = new LinkedHashMap<>();
    estimates(losses, targets).forEach((target, loss) -> each.put(target, loss.value()));
    return each;
  }
}
