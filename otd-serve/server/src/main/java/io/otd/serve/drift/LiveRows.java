// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.drift;

import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.predict.InputCells;
import io.otd.predict.Prediction;
import io.otd.serve.internal.servable.CellTensors;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Requested rows, as cells, and the predictions for them, which may come one after another. */
public final class LiveRows {
  private final InputCells cells;
  private final int targets;
  private final float[] means;
  private final float[] deviations;
  private int next;

  private LiveRows(InputCells cells, int targets, float[] means, float[] deviations) {
    this.cells = cells;
    this.targets = targets;
    this.means = means;
    this.deviations = deviations;
  }

  /** Rows without predictions yet. */
  public static LiveRows of(InputCells cells, int targets) {
    int values = cells.rows() * targets;
    return new LiveRows(cells, targets, unknown(values), unknown(values));
  }

  /**
   * The rows of a run.
   *
   * @return nothing if its inputs are not those of a model that otd exports
   */
  static Optional<LiveRows> of(
      ExportDescription description,
      String signature,
      Map<String, HostTensor> inputs,
      Map<String, HostTensor> outputs) {
    InputCells cells;
    try {
      cells = CellTensors.read(description, signature, inputs);
    } catch (ServingException e) {
      return Optional.empty();
    }
    int targets = description.targets().size();
    int values = cells.rows() * targets;
    return Optional.of(
        new LiveRows(
            cells,
            targets,
            values(outputs.get(ServingNames.MEAN), values),
            values(outputs.get(ServingNames.STD), values)));
  }

  private static float[] values(@Nullable HostTensor tensor, int size) {
    return tensor != null && tensor.type() == ElementType.FLOAT && tensor.elements() == size
        ? tensor.floats()
        : unknown(size);
  }

  private static float[] unknown(int size) {
    float[] values = new float[size];
    Arrays.fill(values, Float.NaN);
    return values;
  }

  /** The prediction of the next row. */
  public void add(Prediction prediction) {
    for (int target = 0; target < targets; target++) {
      means[next] = (float) prediction.mean(target);
      deviations[next++] = (float) prediction.std(target);
    }
  }

  /** How many. */
  int rows() {
    return cells.rows();
  }

  /**
   * A cell of a column of numbers; NaN for a missing one.
   *
   * @param column place among the columns of numbers
   */
  float number(int row, int column) {
    return cells.numbers()[row * (cells.numbers().length / cells.rows()) + column];
  }

  /**
   * A cell of a column of texts; empty for a missing one.
   *
   * @param column place among the columns of texts
   */
  String text(int row, int column) {
    return cells.texts()[row * (cells.texts().length / cells.rows()) + column];
  }

  /** The predicted mean of a target; NaN if it is not known. */
  float mean(int row, int target) {
    return means[row * targets + target];
  }

  /** The predicted standard deviation of a target; NaN if it is not known. */
  float std(int row, int target) {
    return deviations[row * targets + target];
  }
}
