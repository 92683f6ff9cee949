// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.samples;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.Moments;
import io.otd.core.metrics.density.KdeLikelihood;
import io.otd.core.metrics.density.LikelihoodScale;
import io.otd.core.metrics.evaluation.PredictiveScores;
import io.otd.core.metrics.evaluation.QuantilePredictions;
import io.otd.core.metrics.evaluation.ScoreOptions;
import io.otd.table.problem.InputException;
import io.otd.train.internal.prediction.KernelDensity;
import io.otd.train.internal.prediction.ModelSampler;
import io.otd.train.internal.prediction.PredictionScoring;
import io.otd.train.internal.result.PredictionScores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Scores the draws or quantiles of a file against what was observed, block by block.
 *
 * @param samples the file, read once
 * @param path of the file, for messages
 */
public record SampleScoring(SampleFile samples, Path path) {
  private static final long MAX_VALIDATION_NUMBERS = 50_000_000;

  /**
   * Scores the rest of the file.
   *
   * @param truth what was observed
   * @param options what is scored of draws
   * @throws InputException if the file and the truth do not go together, or further scores are to
   *     be computed from quantiles
   */
  public PredictionScores score(TruthFile truth, ScoreOptions options) {
    requireTargets(truth);
    if (samples.probabilities().isEmpty()) {
      return draws(truth, options.withAtoms(true));
    }
    if (!options.further().isEmpty()) {
      throw new InputException(
          "%s: quantiles, and %s (expected: draws for this score)"
              .formatted(path, options.further().get(0).name()));
    }
    return quantiles(truth, samples.probabilities().get());
  }

  private PredictionScores draws(TruthFile truth, ScoreOptions options) {
    PredictionScoring scoring =
        new PredictionScoring(truth.targets(), options, ConformalCalibration.NONE);
    forEach(
        truth,
        (block, observed) ->
            scoring.add(
                SampleFile.draws(block, samples.draws(), samples.targets()),
                observed,
                RowWeights.equal(observed.length)));
    return scoring.scores();
  }

  private PredictionScores quantiles(TruthFile truth, List<Double> probabilities) {
    List<double[]> rows = new ArrayList<>();
    forEach(truth, (block, observed) -> rows.addAll(Arrays.asList(block)));
    int count = probabilities.size();
    Map<String, PredictiveScores> each = new LinkedHashMap<>();
    for (int j = 0; j < samples.targets(); j++) {
      int from = j * count;
      int target = j;
      each.put(
          truth.targets().get(j),
          new QuantilePredictions(
                  probabilities,
                  rows.stream()
                      .map(row -> Arrays.copyOfRange(row, from, from + count))
                      .toArray(double[][]::new))
              .scores(Arrays.stream(truth.values()).mapToDouble(y -> y[target]).toArray()));
    }
    return new PredictionScores(
        PredictiveScores.meanOf(List.copyOf(each.values())),
        each.size() == 1 ? Map.of() : each,
        Optional.empty());
  }

  /**
   * The kernel densities that suit these draws best, for scoring other ones; widths are in standard
   * deviations of what was observed here.
   *
   * @param truth what was observed
   * @throws InputException if these are quantiles, too many numbers, or do not fit the truth
   */
  public KdeLikelihood.Density density(TruthFile truth) {
    requireTargets(truth);
    long numbers = (long) truth.values().length * samples.draws() * samples.targets();
    if (samples.probabilities().isPresent() || numbers > MAX_VALIDATION_NUMBERS) {
      throw new InputException(
          "%s: %s (expected: draws, at most %s numbers, to choose the bandwidth by)"
              .formatted(path, samples.shape(), MAX_VALIDATION_NUMBERS));
    }
    List<Moments> moments = new ArrayList<>();
    for (int j = 0; j < samples.targets(); j++) {
      int target = j;
      moments.add(Moments.of(Arrays.stream(truth.values()).mapToDouble(y -> y[target]).toArray()));
    }
    LikelihoodScale scale =
        LikelihoodScale.affine(
            moments.stream().mapToDouble(Moments::mean).toArray(),
            moments.stream().mapToDouble(Moments::scale).toArray());
    List<double[]> rows = new ArrayList<>();
    forEach(truth, (block, observed) -> rows.addAll(Arrays.asList(block)));
    Draws draws =
        SampleFile.draws(rows.toArray(double[][]::new), samples.draws(), samples.targets())
            .map(scale::forward);
    double[][] observed = new double[rows.size()][samples.targets()];
    for (int i = 0; i < observed.length; i++) {
      for (int j = 0; j < samples.targets(); j++) {
        observed[i][j] = scale.forward(j, truth.values()[i][j]);
      }
    }
    KernelDensity best = KernelDensity.fit(draws, observed, RowWeights.equal(observed.length));
    return new KdeLikelihood.Density(best.bandwidth(), scale, Optional.of(best.stacked()));
  }

  private void requireTargets(TruthFile truth) {
    if (truth.targets().size() != samples.targets()) {
      throw new InputException(
          "%s: %s, %s targets; %s: %s targets %s (expected: as many)"
              .formatted(
                  path,
                  samples.shape(),
                  samples.targets(),
                  truth.path(),
                  truth.targets().size(),
                  truth.targets()));
    }
  }

  private void forEach(TruthFile truth, BiConsumer<double[][], double[][]> to) {
    int most = ModelSampler.block(samples.draws(), samples.targets());
    int rows = truth.values().length;
    int from = 0;
    while (true) {
      double[][] block = samples.next(most);
      if (from + block.length > rows || (block.length == 0 && from < rows)) {
        throw new InputException(
            "%s: %s, %s rows; %s: %s rows (expected: as many; rows first, then draws)"
                .formatted(
                    path,
                    samples.shape(),
                    block.length == 0 ? from : "more than " + rows,
                    truth.path(),
                    rows));
      }
      if (block.length == 0) {
        return;
      }
      to.accept(block, Arrays.copyOfRange(truth.values(), from, from + block.length));
      from += block.length;
    }
  }
}
