// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.drift;

import io.otd.predict.InputCells;
import io.otd.predict.Prediction;
import java.util.Arrays;

/** Rows in the form of a request for distributions; the predictions come one after another. */
public final class PredictedRows implements LiveRows {
  private final InputCells cells;
  private final int targets;
  private final float[] means;
  private final float[] deviations;
  private int next;

  /** Rows without predictions yet. */
  public PredictedRows(InputCells cells, int targets) {
    this.cells = cells;
    this.targets = targets;
    means = new float[cells.rows() * targets];
    deviations = new float[means.length];
    Arrays.fill(means, Float.NaN);
    Arrays.fill(deviations, Float.NaN);
  }

  /** The prediction of the next row. */
  public void add(Prediction prediction) {
    for (int target = 0; target < targets; target++) {
      means[next] = (float) prediction.mean(target);
      deviations[next++] = (float) prediction.std(target);
    }
  }

  @Override
  public int rows() {
    return cells.rows();
  }

  @Override
  public float number(int row, int column) {
    return cells.numbers()[row * (cells.numbers().length / cells.rows()) + column];
  }

  @Override
  public String text(int row, int column) {
    return cells.texts()[row * (cells.texts().length / cells.rows()) + column];
  }

  @Override
  public float mean(int row, int target) {
    return means[row * targets + target];
  }

  @Override
  public float std(int row, int target) {
    return deviations[row * targets + target];
  }
}
