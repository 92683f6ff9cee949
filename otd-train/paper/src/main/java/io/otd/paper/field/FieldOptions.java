// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.field;

import io.otd.paper.experiment.Scale;
import io.otd.paper.ginzburglandau.GinzburgLandauCases;
import io.otd.table.internal.fields.ParametricFields;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * The external inputs of the experiments on fields.
 *
 * @param source of the fields
 * @param batch points of a step, where points are drawn one by one; the scale's own if empty
 */
public record FieldOptions(
    Function<GinzburgLandauCases, ParametricFields> source, OptionalInt batch) {
  /** Checks the range. */
  public FieldOptions {
    if (batch.isPresent() && batch.getAsInt() < 1) {
      throw new IllegalArgumentException("batch: " + batch.getAsInt() + " (expected: at least 1)");
    }
  }

  /** With the batch of each scale. */
  public FieldOptions(Function<GinzburgLandauCases, ParametricFields> source) {
    this(source, OptionalInt.empty());
  }

  /** The sizes at a scale. */
  FieldSetting setting(Scale scale) {
    return FieldSetting.of(scale, batch);
  }
}
