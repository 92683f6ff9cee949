// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.prediction;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.KdeLikelihood;
import io.otd.core.metrics.NonFiniteDrawException;
import io.otd.core.schema.TableSchema;
import io.otd.table.Table;
import io.otd.table.internal.encoding.TableEncoding;
import java.util.Optional;
import java.util.function.Consumer;

/** Predictions of a trained model. */
public final class TrainedSource implements DistributionSource {
  private final TableEncoding encoding;
  private final ModelSampler sampler;
  private final TrainedModel model;

  /**
   * Builds the sampler.
   *
   * @param model the model
   * @param draws K, at least 1
   * @param warnings is told what a user should know
   */
  public TrainedSource(TrainedModel model, int draws, Consumer<String> warnings) {
    this.encoding = new TableEncoding(model.schema());
    this.model = model;
    int rows = ModelSampler.block(draws, model.outputs());
    this.sampler = new ModelSampler(model, draws, rows, Compilation.XLA, warnings);
  }

  @Override
  public TableSchema schema() {
    return encoding.schema();
  }

  @Override
  public String dataHash() {
    return model.provenance().dataHash();
  }

  @Override
  public int draws() {
    return sampler.draws();
  }

  @Override
  public boolean coherent() {
    return model.sharedByRows();
  }

  @Override
  public Draws draw(Table table, int[] rows) {
    try {
      return sampler.draw(encoding.inputs(table, rows));
    } catch (NonFiniteDrawException e) {
      throw UnpredictableRowException.of(table, model.schema(), rows[e.row()]);
    }
  }

  @Override
  public Optional<double[]> logDensities(Table table, int[] rows, double[][] observed) {
    return sampler.logDensities(encoding.inputs(table, rows), observed);
  }

  @Override
  public Optional<KdeLikelihood.Density> density() {
    return KernelDensity.of(model.metrics(), model.schema().targets());
  }

  @Override
  public ConformalCalibration conformal() {
    return model.calibration().conformal();
  }

  @Override
  public void close() {
    sampler.close();
  }
}
