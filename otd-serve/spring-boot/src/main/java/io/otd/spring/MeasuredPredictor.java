// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import io.otd.predict.CellPredictor;
import io.otd.predict.ModelCard;
import io.otd.predict.Prediction;
import io.otd.predict.Predictor;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A predictor whose requests are measured. Work by {@code during} is not measured.
 *
 * @param name of the model
 * @param predictor closed with this one
 * @param meters have its requests
 */
record MeasuredPredictor(String name, Predictor predictor, PredictionMeters meters)
    implements Predictor {
  private static final String PREDICT = "predict";
  private static final String DRAW = "draw";

  @Override
  public ModelCard card() {
    return predictor.card();
  }

  @Override
  public <T> T during(Function<CellPredictor, T> work) {
    return predictor.during(work);
  }

  @Override
  public List<Prediction> predict(float[][] rows) {
    return meters.measured(name, PREDICT, rows.length, () -> predictor.predict(rows));
  }

  @Override
  public List<Prediction> predict(float[] values, int rows) {
    return meters.measured(name, PREDICT, rows, () -> predictor.predict(values, rows));
  }

  @Override
  public List<Prediction> predict(float[] numbers, String[] texts, int rows) {
    return meters.measured(name, PREDICT, rows, () -> predictor.predict(numbers, texts, rows));
  }

  @Override
  public List<Prediction> predict(List<? extends Map<String, ?>> rows) {
    return meters.measured(name, PREDICT, rows.size(), () -> predictor.predict(rows));
  }

  @Override
  public float[][][] draw(float[][] rows, long[] seeds) {
    return meters.measured(name, DRAW, rows.length, () -> predictor.draw(rows, seeds));
  }

  @Override
  public float[][][] draw(List<? extends Map<String, ?>> rows, long[] seeds) {
    return meters.measured(name, DRAW, rows.size(), () -> predictor.draw(rows, seeds));
  }

  @Override
  public float[][][] draw(float[] numbers, String[] texts, long[] seeds) {
    return meters.measured(name, DRAW, seeds.length, () -> predictor.draw(numbers, texts, seeds));
  }

  @Override
  public void close() {
    predictor.close();
  }

  @Override
  public String toString() {
    return "Predictor[model=%s, version=%s]".formatted(name, version());
  }
}
