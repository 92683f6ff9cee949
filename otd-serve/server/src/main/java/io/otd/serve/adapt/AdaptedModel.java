// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.adapt;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.savedmodel.ExportDescription;
import java.util.List;

/**
 * The model whose intervals adapt. A version number alone does not tell: another model may be
 * exported as the same version.
 *
 * @param created time of training, ISO 8601, UTC
 * @param data SHA-256 of the training data, hexadecimal, or "none"
 * @param recalibration SHA-256 of the rows that it was last recalibrated on, or "none"
 * @param spread factor of the calibration of its draws
 * @param conformal its conformal intervals
 * @param targets their names
 */
public record AdaptedModel(
    String created,
    String data,
    String recalibration,
    double spread,
    ConformalCalibration conformal,
    List<String> targets) {
  /**
   * Whether intervals of a level follow the observations. Those that hold for all targets together
   * do not: what is learned of each target would not hold for all.
   */
  boolean adapts(double level) {
    return !(conformal.rule().joint() && conformal.alphas().contains(level));
  }

  /** The model of a description. */
  public static AdaptedModel of(ExportDescription description) {
    return new AdaptedModel(
        description.provenance().created(),
        description.provenance().dataHash(),
        description.provenance().recalibrationHash(),
        description.spread(),
        description.conformal(),
        description.schema().targetNames());
  }
}
