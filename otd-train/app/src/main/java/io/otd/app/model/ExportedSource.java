// SPDX-License-Identifier: Apache-2.0
package io.otd.app.model;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.profile.TrainingProfile;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.NonFiniteDrawException;
import io.otd.core.metrics.density.KdeLikelihood;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TextInput;
import io.otd.predict.InputCells;
import io.otd.predict.Prediction;
import io.otd.predict.internal.PredictedDraws;
import io.otd.serve.OtdPredictor;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.internal.encoding.TableEncoding;
import io.otd.train.internal.prediction.DistributionSource;
import io.otd.train.internal.prediction.KernelDensity;
import io.otd.train.internal.prediction.UnpredictableRowException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Predictions of an exported model; its draws are those of its mask bank. */
final class ExportedSource implements DistributionSource {
  private final OtdPredictor predictor;
  private final ExportDescription description;

  /**
   * Opens a SavedModel.
   *
   * @param directory of one version, or of all versions
   * @throws IOException if there is none, or it is rejected
   */
  ExportedSource(Path directory) throws IOException {
    // Read first, so that a failure leaves nothing open.
    this.description = ModelOpener.description(directory);
    this.predictor = OtdPredictor.open(directory);
  }

  @Override
  public TableSchema schema() {
    return predictor.schema();
  }

  @Override
  public TrainingProfile profile() {
    return description.profile();
  }

  @Override
  public String dataHash() {
    return description.provenance().dataHash();
  }

  @Override
  public Map<String, String> settings() {
    return description.provenance().settings();
  }

  @Override
  public int draws() {
    return predictor.draws();
  }

  @Override
  public List<Integer> networks() {
    return description.bank().networks();
  }

  /** All rows share its mask bank. */
  @Override
  public boolean coherent() {
    return true;
  }

  @Override
  public Draws draw(Table table, int[] rows) {
    // Its messages name the table's rows.
    new TableEncoding(predictor.schema()).require(table, rows);
    InputCells cells = cells(table, predictor.schema(), rows);
    List<Prediction> predictions = predictor.predict(cells.numbers(), cells.texts(), rows.length);
    try {
      return PredictedDraws.of(predictor.schema().targets(), predictions);
    } catch (NonFiniteDrawException e) {
      throw UnpredictableRowException.of(table, predictor.schema(), rows[e.row()]);
    }
  }

  private static InputCells cells(Table table, TableSchema schema, int[] rows) {
    List<NumericInput> numeric = schema.numeric();
    float[] numbers = new float[Math.multiplyExact(rows.length, numeric.size())];
    for (int j = 0; j < numeric.size(); j++) {
      double[] column = table.numbers(numeric.get(j).name());
      for (int i = 0; i < rows.length; i++) {
        numbers[i * numeric.size() + j] = (float) column[rows[i]];
      }
    }
    List<TextInput> text = schema.text();
    String[] texts = new String[Math.multiplyExact(rows.length, text.size())];
    for (int j = 0; j < text.size(); j++) {
      TextColumn column = table.column(text.get(j).name()).texts();
      for (int i = 0; i < rows.length; i++) {
        texts[i * text.size() + j] = column.text(rows[i]);
      }
    }
    return new InputCells(numbers, texts, rows.length);
  }

  /** Its signatures give draws alone. */
  @Override
  public Optional<double[]> logDensities(Table table, int[] rows, double[][] observed) {
    return Optional.empty();
  }

  @Override
  public Optional<KdeLikelihood.Density> density() {
    return KernelDensity.of(description.metrics(), predictor.schema().targets());
  }

  @Override
  public ConformalCalibration conformal() {
    return description.conformal();
  }

  @Override
  public void close() {
    predictor.close();
  }
}
