// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.reproduction;

import io.otd.paper.curve.Bimodal;
import io.otd.paper.curve.Capacity;
import io.otd.paper.curve.Kinetic;
import io.otd.paper.curve.Rom;
import io.otd.paper.experiment.Experiment;
import io.otd.paper.field.FieldOptions;
import io.otd.paper.field.GinzburgLandauComponents;
import io.otd.paper.field.GinzburgLandauMethods;
import io.otd.paper.field.GinzburgLandauSamples;
import io.otd.paper.field.GinzburgLandauShares;
import io.otd.paper.field.GinzburgLandauSweep;
import io.otd.paper.field.LatentDimensions;
import java.util.List;

/** The experiments that there are. */
public final class Experiments {
  private Experiments() {}

  /**
   * All of them, in the order of the paper.
   *
   * @param fields what those on fields are given
   */
  public static List<Experiment> all(FieldOptions fields) {
    return List.of(
        new Bimodal(),
        new Rom(),
        new Capacity(),
        new GinzburgLandauMethods(fields),
        new GinzburgLandauShares(fields),
        new GinzburgLandauComponents(fields),
        new GinzburgLandauSamples(fields),
        GinzburgLandauSweep.steps(fields),
        GinzburgLandauSweep.temperature(fields),
        new LatentDimensions(fields),
        new Kinetic());
  }

  /** All of them, for what is known without data. */
  public static List<Experiment> withoutFields() {
    return all(
        new FieldOptions(
            cases -> {
              throw new IllegalStateException("fields: none (expected: not to be read)");
            }));
  }
}
