// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.prediction;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.profile.TrainingProfile;
import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.NonFiniteDrawException;
import io.otd.core.metrics.density.KdeLikelihood;
import io.otd.core.schema.TableSchema;
import io.otd.table.Table;
import io.otd.table.internal.encoding.TableEncoding;
import io.otd.train.internal.parallel.FairThreadPool;
import io.otd.train.internal.parallel.Workers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Predictions of a trained model. */
public final class TrainedSource implements DistributionSource {
  /** Rows of a compiled block where many small changes of rows are predicted. */
  private static final int COMPARED_ROWS = 512;

  private final TableEncoding encoding;
  private final ModelSampler sampler;
  private final TrainedModel model;
  private final boolean coherent;

  /**
   * Builds the sampler.
   *
   * @param draws K, at least 1
   * @param warnings receives warnings for the user
   */
  public TrainedSource(TrainedModel model, int draws, Consumer<String> warnings) {
    this(
        model,
        sampler(
            model,
            draws,
            ModelSampler.block(draws, model.outputs()),
            DrawDesign.INDEPENDENT,
            new Compiler(Compilation.XLA, warnings)),
        model.sharedByRows());
  }

  private TrainedSource(TrainedModel model, ModelSampler sampler, boolean coherent) {
    this.encoding = new TableEncoding(model.schema());
    this.model = model;
    this.sampler = sampler;
    this.coherent = coherent;
  }

  /**
   * Predictions for comparison: all rows have the same masks, even with a method that usually gives
   * each row its own. The predictions of two rows thus differ only because of the rows.
   *
   * @param draws K, at least 1
   * @param compiler of its functions
   */
  public static TrainedSource ofComparedRows(TrainedModel model, int draws, Compiler compiler) {
    // Where rows share their masks anyway, the draws are those of any other prediction.
    DrawDesign design = model.sharedByRows() ? DrawDesign.INDEPENDENT : DrawDesign.COMMON;
    return new TrainedSource(model, sampler(model, draws, COMPARED_ROWS, design, compiler), true);
  }

  /** On all cores: a source is asked by one thread at a time. */
  private static ModelSampler sampler(
      TrainedModel model, int draws, int rows, DrawDesign design, Compiler compiler) {
    Workers workers = new FairThreadPool(Runtime.getRuntime().availableProcessors());
    return new ModelSampler(model, draws, rows, design, workers::each, compiler);
  }

  @Override
  public TrainingProfile profile() {
    return model.profile();
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
  public Map<String, String> settings() {
    return model.provenance().settings();
  }

  @Override
  public int draws() {
    return sampler.draws();
  }

  @Override
  public List<Integer> networks() {
    return model.networks(draws());
  }

  @Override
  public boolean coherent() {
    return coherent;
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
