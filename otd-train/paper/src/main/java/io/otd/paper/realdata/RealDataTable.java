// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.realdata;

import io.otd.train.internal.report.NumberText;
import io.otd.train.internal.result.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The rows that a data set's results are shown in, on a page and in a terminal alike. */
final class RealDataTable {
  static final List<String> HEAD =
      List.of("method", "NLL", "RMSE", "energy score", "width", "MACE");

  private RealDataTable() {}

  /**
   * A row.
   *
   * @param cells as {@link #HEAD}
   * @param ours whether it was measured here
   */
  record Row(List<String> cells, boolean ours) {
    Row {
      cells = List.copyOf(cells);
    }
  }

  /** Ours, then the paper's, then the best of the peers. */
  static List<Row> rows(DataSet set, List<RealDataResult.Entry> entries) {
    List<Row> rows = new ArrayList<>();
    for (RealDataResult.Entry entry : entries) {
      List<String> cells = new ArrayList<>(List.of(entry.recipe().label()));
      for (String score : RealDataResult.SCORES) {
        cells.add(shown(entry.spread(score)));
      }
      rows.add(new Row(cells, true));
    }
    DataSet.Paper paper = set.paper();
    String other = set.paperCompares() ? "" : " (does not compare)";
    rows.add(
        row(
            "paper: OTD" + other,
            paper.nll(),
            paper.rmse(),
            paper.energyScore(),
            paper.width(),
            paper.mace()));
    rows.add(
        new Row(
            List.of(
                "paper: " + paper.bestOther() + ", the best other NLL" + other,
                NumberText.brief(paper.bestOtherNll()),
                "",
                "",
                "",
                ""),
            false));
    Optional<DataSet.Peer> neural = set.best(RealDataResult.ENERGY_SCORE, true);
    Optional<DataSet.Peer> best = set.best(RealDataResult.ENERGY_SCORE, false);
    neural.ifPresent(p -> rows.add(peer("best neural peer: ", p)));
    if (!best.equals(neural)) {
      best.ifPresent(p -> rows.add(peer("best peer: ", p)));
    }
    return rows;
  }

  private static Row peer(String kind, DataSet.Peer peer) {
    Map<String, Double> scores = peer.scores();
    List<String> cells = new ArrayList<>(List.of(kind + peer.method()));
    for (String score : RealDataResult.SCORES) {
      cells.add(scores.containsKey(score) ? NumberText.brief(scores.get(score)) : "");
    }
    return new Row(cells, false);
  }

  private static Row row(String name, double... values) {
    List<String> cells = new ArrayList<>(List.of(name));
    for (double value : values) {
      cells.add(NumberText.brief(value));
    }
    return new Row(cells, false);
  }

  private static String shown(Optional<Spread> spread) {
    return spread.map(s -> NumberText.withSpread(s.mean(), s.sd())).orElse("");
  }

  /** What a reader must know of a data set's rows, in a sentence or more. */
  static String remark(DataSet set, List<RealDataResult.Entry> entries) {
    List<String> parts = new ArrayList<>();
    if (!set.remark().isEmpty()) {
      parts.add(set.remark());
    }
    if (entries.stream().anyMatch(e -> !e.whole())) {
      parts.add("Only a part of the rows was at hand.");
    }
    return String.join(" ", parts);
  }
}
