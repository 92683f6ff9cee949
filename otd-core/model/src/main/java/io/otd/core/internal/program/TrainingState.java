// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.graph.FunctionResult;
import io.otd.core.internal.graph.Tensors;
import java.util.Map;
import org.tensorflow.Tensor;

/**
 * Parameters, their moments and their average between two calls of the training program. Immutable;
 * arrays are copied on the way in and out.
 */
public final class TrainingState {
  private final long step;
  private final float[] parameters;
  private final float[] first;
  private final float[] second;
  private final float[] average;

  /**
   * A state from arrays.
   *
   * @param step steps taken, at least 0
   * @param parameters {@code [P]}
   * @param first moment, {@code [P]}
   * @param second moment, {@code [P]}
   * @param average of the parameters over the steps, {@code [P]}; the parameters themselves if none
   *     is kept
   */
  public TrainingState(
      long step, float[] parameters, float[] first, float[] second, float[] average) {
    int size = parameters.length;
    if (step < 0 || first.length != size || second.length != size || average.length != size) {
      throw new IllegalArgumentException(
          "training state: step %s, %s parameters, moments of %s and %s, average of %s (expected:"
                  .formatted(step, size, first.length, second.length, average.length)
              + " step >= 0, equal sizes)");
    }
    this.step = step;
    this.parameters = parameters.clone();
    this.first = first.clone();
    this.second = second.clone();
    this.average = average.clone();
  }

  /** The state before the first step: moments are zero, the average is of one. */
  public static TrainingState initial(float[] parameters) {
    return new TrainingState(
        0, parameters, new float[parameters.length], new float[parameters.length], parameters);
  }

  /** Steps taken. */
  public long step() {
    return step;
  }

  /** P. */
  public int size() {
    return parameters.length;
  }

  /** Whether every parameter, moment and average is a finite number. */
  public boolean isFinite() {
    return isFinite(parameters) && isFinite(first) && isFinite(second) && isFinite(average);
  }

  private static boolean isFinite(float[] values) {
    for (float v : values) {
      if (!Float.isFinite(v)) {
        return false;
      }
    }
    return true;
  }

  /** A copy of the parameters, {@code [P]}. */
  public float[] parameters() {
    return parameters.clone();
  }

  /** A copy of the first moment, {@code [P]}. */
  public float[] firstMoment() {
    return first.clone();
  }

  /** A copy of the second moment, {@code [P]}. */
  public float[] secondMoment() {
    return second.clone();
  }

  /** A copy of the average of the parameters, {@code [P]}: what predicts. */
  public float[] average() {
    return average.clone();
  }

  /**
   * The state returned by a call of the training program.
   *
   * @param step steps taken after it
   */
  static TrainingState of(long step, FunctionResult result) {
    return new TrainingState(
        step,
        result.floats(TrainingGraph.PARAMETERS),
        result.floats(TrainingGraph.FIRST_MOMENT),
        result.floats(TrainingGraph.SECOND_MOMENT),
        result.floats(TrainingGraph.AVERAGE));
  }

  /** All vectors as inputs of the training program, which the caller closes. */
  Map<String, Tensor> tensors() {
    int size = parameters.length;
    return Map.of(
        TrainingGraph.PARAMETERS, Tensors.of(parameters, size),
        TrainingGraph.FIRST_MOMENT, Tensors.of(first, size),
        TrainingGraph.SECOND_MOMENT, Tensors.of(second, size),
        TrainingGraph.AVERAGE, Tensors.of(average, size));
  }
}
