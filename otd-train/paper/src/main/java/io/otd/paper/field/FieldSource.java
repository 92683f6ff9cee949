// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.field;

import io.otd.paper.ginzburglandau.GinzburgLandauCases;
import io.otd.table.internal.fields.ParametricFields;

/** The source of solved Ginzburg-Landau fields. */
@FunctionalInterface
public interface FieldSource {
  /** The fields of these cases; the same object each time, from any thread. */
  ParametricFields of(GinzburgLandauCases cases);
}
