// SPDX-License-Identifier: Apache-2.0
package io.otd.serve;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.GroupColumns;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.predict.InputCells;
import io.otd.predict.Prediction;
import io.otd.predict.TableRows;
import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.servable.SignatureRunner;
import io.otd.serve.internal.status.ServingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntFunction;

/**
 * Predictive distributions of rows from any runner of an exported model, in blocks, so that memory
 * does not grow with the number of rows.
 */
public final class RowPredictor {
  private final PredictiveModel model;
  private final List<TargetColumn> targets;
  private final GroupColumns groups;

  private RowPredictor(PredictiveModel model) {
    this.model = model;
    this.targets = model.description().schema().targets();
    this.groups = model.description().groupColumns();
  }

  /**
   * Predicts with the signatures of a served model.
   *
   * @param offers what it offers
   * @param runner runs its signatures; in use as long as this is
   * @throws ServingException INVALID_ARGUMENT, if it was not exported by otd
   */
  public static RowPredictor of(InspectedModel offers, SignatureRunner runner) {
    return new RowPredictor(PredictiveModel.of(offers, runner));
  }

  /**
   * A model prepared for loading, so that one run predicts rows where the model's own signatures
   * take two.
   *
   * @param inspected of any model
   */
  public static InspectedModel prepared(InspectedModel inspected) {
    return PredictiveModel.withOneRun(inspected);
  }

  /** Takes the rows one after another. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * Takes a row.
     *
     * @param prediction its predictive distribution
     * @param draws S draws of a target, by its position: those of the distribution, or fresh ones
     */
    void row(Prediction prediction, IntFunction<float[]> draws);
  }

  /** The description of the model. */
  public ExportDescription description() {
    return model.description();
  }

  /** An empty set of rows, to be filled and predicted. */
  public TableRows rows() {
    return new TableRows(schema());
  }

  private TableSchema schema() {
    return model.description().schema();
  }

  /**
   * Predicts rows.
   *
   * @param seed for fresh draws in addition, the same masks for all rows: draw k of each belongs to
   *     one realisation
   * @param visitor receives them in order
   */
  public void predict(InputCells cells, OptionalLong seed, Visitor visitor) {
    forEachBlock(
        cells.rows(),
        (from, to) -> {
          InputCells block = cells.rows(from, to);
          float[] drawn = seed.isPresent() ? fresh(block, seed.getAsLong()) : new float[0];
          PredictiveModel.Summary summary = model.summary(block);
          for (int i = 0; i < to - from; i++) {
            Prediction prediction = prediction(summary, i, conformal(block, i));
            int row = i;
            visitor.row(
                prediction,
                seed.isPresent() ? target -> drawn(drawn, row, target) : prediction::samples);
          }
        });
  }

  /**
   * Draws for rows, and the distributions of these draws.
   *
   * @param seed for fresh draws, as for {@link #predict}; those of the model without one
   * @param visitor receives them in order
   */
  public void draw(InputCells cells, OptionalLong seed, Visitor visitor) {
    if (seed.isEmpty()) {
      predict(cells, seed, visitor);
      return;
    }
    int each = model.description().bank().size() * targets.size();
    forEachBlock(
        cells.rows(),
        (from, to) -> {
          InputCells block = cells.rows(from, to);
          float[] fresh = fresh(block, seed.getAsLong());
          for (int i = 0; i < to - from; i++) {
            Prediction law =
                Prediction.of(
                    targets,
                    Arrays.copyOfRange(fresh, i * each, (i + 1) * each),
                    conformal(block, i),
                    model.description().bank().networks());
            visitor.row(law, law::samples);
          }
        });
  }

  /** Fresh draws, the same masks for all rows. */
  private float[] fresh(InputCells cells, long seed) {
    long[] seeds = new long[cells.rows()];
    Arrays.fill(seeds, seed);
    return model.draw(cells, seeds);
  }

  /** Draws of one target of one row. */
  private float[] drawn(float[] samples, int row, int target) {
    float[] draws = new float[model.description().bank().size()];
    for (int k = 0; k < draws.length; k++) {
      draws[k] = samples[(row * draws.length + k) * targets.size() + target];
    }
    return draws;
  }

  /** Adds the predictions of rows to a list. */
  void addPredictions(InputCells cells, List<Prediction> to) {
    forEachBlock(
        cells.rows(),
        (from, end) -> {
          InputCells block = cells.rows(from, end);
          PredictiveModel.Summary summary = model.summary(block);
          for (int i = 0; i < end - from; i++) {
            to.add(prediction(summary, i, conformal(block, i)));
          }
        });
  }

  /** The intervals of a row, those of its group where it has any. */
  private ConformalCalibration conformal(InputCells cells, int row) {
    return model.description().conformal().of(groups.of(cells.texts(), row));
  }

  private Prediction prediction(
      PredictiveModel.Summary summary, int row, ConformalCalibration conformal) {
    int outputs = targets.size();
    int each = model.description().bank().size() * outputs;
    return new Prediction(
        targets,
        Arrays.copyOfRange(summary.mean(), row * outputs, (row + 1) * outputs),
        Arrays.copyOfRange(summary.std(), row * outputs, (row + 1) * outputs),
        Arrays.copyOfRange(summary.samples(), row * each, (row + 1) * each),
        conformal,
        model.description().bank().networks());
  }

  /** Draws with fresh masks, of each row {@code [S, d_y]}. */
  List<float[]> draw(InputCells cells, long[] seeds) {
    int each = model.description().bank().size() * targets.size();
    List<float[]> draws = new ArrayList<>(seeds.length);
    forEachBlock(
        cells.rows(),
        (from, to) -> {
          float[] samples = model.draw(cells.rows(from, to), Arrays.copyOfRange(seeds, from, to));
          for (int i = 0; i < to - from; i++) {
            draws.add(Arrays.copyOfRange(samples, i * each, (i + 1) * each));
          }
        });
    return draws;
  }

  /** Rows of one call of the model. */
  @FunctionalInterface
  private interface Block {
    void run(int from, int to);
  }

  private void forEachBlock(int rows, Block block) {
    int most = description().rowsAtATime();
    for (int from = 0; from < rows; from += most) {
      block.run(from, Math.min(rows, from + most));
    }
  }
}
