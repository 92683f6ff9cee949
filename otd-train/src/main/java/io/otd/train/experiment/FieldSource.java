package io.otd.train.experiment;

import io.otd.train.fields.ParametricFields;
import io.otd.train.ginzburglandau.GinzburgLandauCases;

/** Where solved Ginzburg-Landau fields come from. */
@FunctionalInterface
public interface FieldSource {
  /** The fields of these cases; the same object each time, from any thread. */
  ParametricFields of(GinzburgLandauCases cases);
}
