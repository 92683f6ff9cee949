// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.realdata;

import io.otd.core.internal.text.NumberText;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.result.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The table that a data set's results are shown in. */
final class RealDataTable {
  private static final List<String> HEAD =
      List.of("method", "NLL", "RMSE", "energy score", "width", "MACE");

  private RealDataTable() {}

  /** Ours, then the paper's, then the best of the peers. */
  static Block.Table of(DataSet set, List<RealDataResult.Entry> entries) {
    List<List<Block.Cell>> rows = new ArrayList<>();
    for (RealDataResult.Entry entry : entries) {
      rows.add(
          row(
              Block.Mark.STRONG,
              entry.recipe().label(),
              RealDataResult.SCORES.stream().map(score -> shown(entry.spread(score)))));
    }
    DataSet.Paper paper = set.paper();
    String other = set.paperCompares() ? "" : " (not comparable)";
    rows.add(
        row(
            Block.Mark.NONE,
            "paper: OTD" + other,
            Stream.of(paper.nll(), paper.rmse(), paper.energyScore(), paper.width(), paper.mace())
                .map(NumberText::brief)));
    rows.add(
        row(
            Block.Mark.NONE,
            "paper: " + paper.bestOther() + ", the best other NLL" + other,
            Stream.of(NumberText.brief(paper.bestOtherNll()), "", "", "", "")));
    Optional<DataSet.Peer> neural = set.best(RealDataResult.ENERGY_SCORE, true);
    Optional<DataSet.Peer> best = set.best(RealDataResult.ENERGY_SCORE, false);
    neural.ifPresent(p -> rows.add(peer("best neural peer: ", p)));
    if (!best.equals(neural)) {
      best.ifPresent(p -> rows.add(peer("best peer: ", p)));
    }
    return new Block.Table(HEAD, rows, remark(set, entries));
  }

  private static List<Block.Cell> peer(String kind, DataSet.Peer peer) {
    Map<String, Double> scores = peer.scores();
    return row(
        Block.Mark.NONE,
        kind + peer.method(),
        RealDataResult.SCORES.stream()
            .map(score -> scores.containsKey(score) ? NumberText.brief(scores.get(score)) : ""));
  }

  private static List<Block.Cell> row(Block.Mark mark, String name, Stream<String> scores) {
    return Stream.concat(Stream.of(name), scores).map(text -> new Block.Cell(text, mark)).toList();
  }

  private static String shown(Optional<Spread> spread) {
    return spread.map(Spread::text).orElse("");
  }

  /** Notes on a data set's rows, in a sentence or more. */
  private static String remark(DataSet set, List<RealDataResult.Entry> entries) {
    List<String> parts = new ArrayList<>();
    if (!set.remark().isEmpty()) {
      parts.add(set.remark());
    }
    if (entries.stream().anyMatch(e -> !e.whole())) {
      parts.add("Only part of the rows was available.");
    }
    return String.join(" ", parts);
  }
}
