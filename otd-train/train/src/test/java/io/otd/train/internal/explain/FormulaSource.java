// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.density.KdeLikelihood;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.table.Table;
import io.otd.train.internal.prediction.DistributionSource;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * A model with known predictions: normal distributions with mean and standard deviation by a
 * formula. Their draws have exactly these moments.
 */
final class FormulaSource implements DistributionSource {
  private static final int DRAWS = 40;

  private final TableSchema schema;
  private final Map<String, Law> laws;

  /** Mean and standard deviation of a target. */
  interface Law {
    /** {mean, standard deviation}. */
    double[] of(Table table, int row);
  }

  /** A model of some inputs, with a distribution for each target. */
  FormulaSource(List<InputColumn> inputs, Map<String, Law> laws) {
    this.laws = laws;
    this.schema = new TableSchema(inputs, laws.keySet().stream().map(TargetColumn::plain).toList());
  }

  /** Standard normal quantiles, scaled to standard deviation 1. */
  static double[] normal() {
    double[] z = new double[DRAWS];
    for (int k = 0; k < DRAWS; k++) {
      z[k] = NormalDistribution.of(0, 1).inverseCumulativeProbability((k + .5) / DRAWS);
    }
    double squares = Arrays.stream(z).map(v -> v * v).sum();
    return Arrays.stream(z).map(v -> v / Math.sqrt(squares / DRAWS)).toArray();
  }

  @Override
  public List<Integer> networks() {
    return Collections.nCopies(DRAWS, 0);
  }

  @Override
  public Draws draw(Table table, int[] rows) {
    double[] z = normal();
    int outputs = laws.size();
    double[] values = new double[DRAWS * rows.length * outputs];
    for (int i = 0; i < rows.length; i++) {
      int j = 0;
      for (Law law : laws.values()) {
        double[] moments = law.of(table, rows[i]);
        for (int k = 0; k < DRAWS; k++) {
          values[(k * rows.length + i) * outputs + j] = moments[0] + moments[1] * z[k];
        }
        j++;
      }
    }
    return new Draws(DRAWS, rows.length, outputs, values);
  }

  @Override
  public TableSchema schema() {
    return schema;
  }

  @Override
  public String dataHash() {
    return "none";
  }

  @Override
  public int draws() {
    return DRAWS;
  }

  @Override
  public boolean coherent() {
    return true;
  }

  @Override
  public Optional<KdeLikelihood.Density> density() {
    return Optional.empty();
  }

  @Override
  public ConformalCalibration conformal() {
    return ConformalCalibration.NONE;
  }

  @Override
  public Optional<double[]> logDensities(Table table, int[] rows, double[][] observed) {
    return Optional.empty();
  }

  @Override
  public void close() {}
}
