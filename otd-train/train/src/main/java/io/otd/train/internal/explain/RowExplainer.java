// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import io.otd.train.explanation.Attribution;
import io.otd.train.explanation.RowAttribution;
import io.otd.train.internal.result.Samples;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Attributes mean and standard deviation of single rows' predictions to the columns.
 *
 * @param drawn predictions
 * @param pool of cells
 * @param players what has a share
 * @param targets names, d_y of them
 * @param seed of all random choices
 */
record RowExplainer(
    DrawnRows drawn, RowPool pool, Players players, List<String> targets, long seed) {
  /**
   * Attributes the predictions of some rows.
   *
   * @param rows of the pool, possibly none
   * @param background rows of the pool that orders start from
   * @param rounds how often these are gone through
   */
  List<RowAttribution> of(List<Integer> rows, int[] background, int rounds) {
    if (rows.isEmpty()) {
      return List.of();
    }
    Summaries summaries = new Summaries(drawn, List.of());
    ShapleySampling sampling = new ShapleySampling(summaries, players, background, rounds, seed);
    double[][] ofBackground = sampling.ofBackground();
    List<RowAttribution> result = new ArrayList<>();
    for (int row : rows) {
      ShapleySampling.Shares shares = sampling.of(row, ofBackground);
      Map<String, RowAttribution.OfTarget> each = new LinkedHashMap<>();
      for (int target = 0; target < targets.size(); target++) {
        each.put(
            targets.get(target),
            new RowAttribution.OfTarget(
                attribution(shares, summaries.mean(target)),
                attribution(shares, summaries.deviation(target))));
      }
      result.add(new RowAttribution(row, cells(row), sampling.pairs(), background.length, each));
    }
    return result;
  }

  private Map<String, String> cells(int row) {
    Map<String, String> cells = new LinkedHashMap<>();
    for (int j = 0; j < pool.names().size(); j++) {
      cells.put(pool.names().get(j), pool.text(j, row));
    }
    return cells;
  }

  private Attribution attribution(ShapleySampling.Shares shares, int place) {
    List<Attribution.Share> each = new ArrayList<>();
    for (int player = 0; player < players.size(); player++) {
      each.add(
          new Attribution.Share(
              players.name(player), Samples.estimate(shares.shares()[player], place)));
    }
    return new Attribution(shares.base()[place], shares.prediction()[place], each);
  }
}
