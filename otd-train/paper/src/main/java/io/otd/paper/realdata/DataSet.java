// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.realdata;

import io.otd.paper.printed.PrintedNumbers;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A data set of the paper's comparison, with what others reached on it.
 *
 * @param name of its directory and on the command line
 * @param openml number of the data set that the paper cites
 * @param scale on which the target is predicted and measured
 * @param paperCompares whether the paper's figures are known to be of this table and target
 * @param remark what a reader must know, possibly nothing
 * @param paper the paper's figures
 * @param peers what other methods reached on the given folds, see the documentation of the results
 */
public record DataSet(
    String name,
    int openml,
    String scale,
    boolean paperCompares,
    String remark,
    Paper paper,
    List<Peer> peers) {
  private static final String RESOURCE = "sets.json";

  /** Keeps the list. */
  public DataSet {
    peers = List.copyOf(peers);
  }

  /**
   * The paper's figures of OTD, and of the other methods the best likelihood.
   *
   * @param rmse root mean squared error
   * @param energyScore mean energy score
   * @param width "sharpness", of an unstated level
   * @param mace mean absolute coverage error
   * @param nll negative log-likelihood
   * @param bestOtherNll the least of the other methods
   * @param bestOther the method with the best value
   */
  public record Paper(
      double rmse,
      double energyScore,
      double width,
      double mace,
      double nll,
      double bestOtherNll,
      String bestOther) {}

  /**
   * The score of another method, mean over the folds.
   *
   * @param method for readers
   * @param neural whether it is a neural network
   * @param scores by the names that runs give them
   */
  public record Peer(String method, boolean neural, Map<String, Double> scores) {}

  /** All of them, in the order of the paper. */
  public static List<DataSet> all() {
    return List.of(PrintedNumbers.read(DataSet.class, RESOURCE, DataSet[].class));
  }

  /** The scale on which the target is predicted. */
  TargetScale targetScale() {
    return TargetScale.valueOf(scale.toUpperCase(java.util.Locale.ROOT));
  }

  /**
   * The peer with the least of a score, if any has it.
   *
   * @param neuralOnly whether only neural networks count
   */
  Optional<Peer> best(String score, boolean neuralOnly) {
    return peers.stream()
        .filter(p -> p.scores().containsKey(score) && (p.neural() || !neuralOnly))
        .min(Comparator.comparingDouble(p -> p.scores().getOrDefault(score, Double.NaN)));
  }
}
