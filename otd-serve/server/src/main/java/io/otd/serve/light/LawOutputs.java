// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.light;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.metrics.CentralIntervals;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.EmpiricalQuantile;
import io.otd.light.internal.engine.RowLaw;
import io.otd.light.internal.model.LightModel;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.Arrays;
import java.util.List;

/**
 * The outputs of signatures from the laws of rows.
 *
 * @param model that computed the distributions
 * @param laws one per row
 */
record LawOutputs(LightModel model, List<RowLaw> laws) {
  /** Takes numbers of a row. */
  private interface Part {
    void write(RowLaw law, float[] to, int at);
  }

  /**
   * An output by its name.
   *
   * @throws ServingException INVALID_ARGUMENT, if there is none
   */
  HostTensor output(String name) {
    int outputs = model.outputs();
    return switch (name) {
      case ServingNames.MEAN -> all((law, to, at) -> copy(law.mean(), to, at), outputs);
      case ServingNames.STD -> all((law, to, at) -> copy(law.std(), to, at), outputs);
      case ServingNames.SAMPLES ->
          all((law, to, at) -> copy(law.samples(), to, at), model.draws(), outputs);
      case ServingNames.QUANTILES -> all(this::quantiles, model.levels().size(), outputs);
      case ServingNames.LOWER -> all((law, to, at) -> ends(law, to, at, true), levels(), outputs);
      case ServingNames.UPPER -> all((law, to, at) -> ends(law, to, at, false), levels(), outputs);
      default ->
          throw new ServingException(
              StatusCode.INVALID_ARGUMENT, "output tensor alias not found in signature: " + name);
    };
  }

  /**
   * The share of draws at or below thresholds; NaN if a threshold or a draw is.
   *
   * @param thresholds {@code [n, d_y]}
   */
  HostTensor below(float[] thresholds) {
    int outputs = model.outputs();
    float[] shares = new float[thresholds.length];
    for (int i = 0; i < thresholds.length; i++) {
      float[] ascending = ascending(laws.get(i / outputs), i % outputs);
      shares[i] = share(ascending, thresholds[i]);
    }
    return HostTensor.of(shares, laws.size(), outputs);
  }

  private static float share(float[] ascending, float threshold) {
    if (Float.isNaN(threshold) || undefined(ascending)) {
      return Float.NaN;
    }
    int count = 0;
    while (count < ascending.length && ascending[count] <= threshold) {
      count++;
    }
    return (float) count / ascending.length;
  }

  private int levels() {
    return model.calibration().conformal().levels().size();
  }

  private static void copy(float[] from, float[] to, int at) {
    System.arraycopy(from, 0, to, at, from.length);
  }

  /** An output of all rows. */
  private HostTensor all(Part part, int... inner) {
    int each = Arrays.stream(inner).reduce(1, Math::multiplyExact);
    float[] values = new float[Math.multiplyExact(laws.size(), each)];
    for (int i = 0; i < laws.size(); i++) {
      part.write(laws.get(i), values, i * each);
    }
    long[] shape = new long[1 + inner.length];
    shape[0] = laws.size();
    for (int i = 0; i < inner.length; i++) {
      shape[i + 1] = inner[i];
    }
    return HostTensor.of(values, shape);
  }

  private void quantiles(RowLaw law, float[] to, int at) {
    int outputs = model.outputs();
    for (int j = 0; j < outputs; j++) {
      float[] ascending = ascending(law, j);
      for (int q = 0; q < model.levels().size(); q++) {
        int rank = new EmpiricalQuantile(model.levels().get(q)).rank(ascending.length);
        to[at + q * outputs + j] = undefined(ascending) ? Float.NaN : ascending[rank - 1];
      }
    }
  }

  /** The draws of a target, NaN last. */
  private float[] ascending(RowLaw law, int target) {
    int outputs = model.outputs();
    float[] draws = new float[law.samples().length / outputs];
    for (int k = 0; k < draws.length; k++) {
      draws[k] = law.samples()[k * outputs + target];
    }
    Arrays.sort(draws);
    return draws;
  }

  private static boolean undefined(float[] ascending) {
    return Float.isNaN(ascending[ascending.length - 1]);
  }

  /** Ends of the conformal intervals; NaN if a draw is not finite. */
  private void ends(RowLaw law, float[] to, int at, boolean lower) {
    int outputs = model.outputs();
    ConformalCalibration conformal = model.calibration().conformal();
    for (float draw : law.samples()) {
      if (!Float.isFinite(draw)) {
        Arrays.fill(to, at, at + levels() * outputs, Float.NaN);
        return;
      }
    }
    List<CentralIntervals> intervals =
        conformal.intervals(Draws.of(model.draws(), 1, outputs, law.samples()));
    for (int l = 0; l < intervals.size(); l++) {
      CentralIntervals interval = intervals.get(l);
      for (int j = 0; j < outputs; j++) {
        double end = lower ? interval.low(0, j) : interval.high(0, j);
        to[at + l * outputs + j] = (float) end;
      }
    }
  }
}
