// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.reproduction;

import io.otd.paper.experiment.Claim;
import io.otd.paper.experiment.Experiment;
import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.Reference;
import io.otd.paper.experiment.ResultTable;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.SeedMeans;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Variant;
import java.util.ArrayList;
import java.util.List;

/**
 * The results of an experiment.
 *
 * @param experiment what was run
 * @param scale how much of it
 * @param runs by variant, then by seed
 * @param figures its pictures
 * @param tables in addition to that of the measures
 * @param seconds from the start to the last measure
 */
public record ExperimentResult(
    Experiment experiment,
    Scale scale,
    List<Trained> runs,
    List<Figure> figures,
    List<ResultTable> tables,
    double seconds) {
  /** Keeps the lists. */
  public ExperimentResult {
    runs = List.copyOf(runs);
    figures = List.copyOf(figures);
    tables = List.copyOf(tables);
  }

  /** The seeds, in order. */
  public List<Long> seeds() {
    return runs.stream().map(Trained::seed).distinct().toList();
  }

  /** The variants, in order. */
  public List<Variant> variants() {
    return runs.stream().map(Trained::variant).distinct().toList();
  }

  /** The runs of a variant. */
  public List<Trained> runs(String variant) {
    return runs.stream().filter(r -> r.variant().name().equals(variant)).toList();
  }

  /** Mean and standard deviation over the seeds. */
  public SeedMeans means() {
    return SeedMeans.of(runs, experiment.measures());
  }

  /** Whether the numbers can be compared with the paper's. */
  public boolean asInPaper() {
    return experiment.asInPaper(scale);
  }

  /** Our values compared with those of others; judged only in the paper's setting. */
  public List<Comparison> comparisons() {
    List<Comparison> all = new ArrayList<>();
    for (Reference reference : experiment.description().references()) {
      all.add(
          Comparison.of(
              reference,
              SeedMeans.values(runs, reference.variant(), reference.measure()),
              runs(reference.variant()).size(),
              asInPaper()));
    }
    return all;
  }

  /** The paper's statements; none if training is cut short. */
  public List<Claim> claims() {
    return scale == Scale.QUICK ? List.of() : experiment.claims(means());
  }

  /** Whether every bound is met and every statement holds, as far as they are judged. */
  public boolean accepted() {
    return comparisons().stream().noneMatch(c -> c.verdict() == Comparison.Verdict.OUTSIDE)
        && claims().stream().allMatch(Claim::holds);
  }
}
