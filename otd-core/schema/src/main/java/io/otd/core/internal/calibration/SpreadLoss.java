// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import java.util.function.IntToDoubleFunction;

/** What draws whose distance from their mean is scaled score on rows. */
sealed interface SpreadLoss permits SpreadScore, SettledSpreadScore {
  /**
   * The energy score of each row.
   *
   * @param factors of a row, at least 0
   */
  double[] byRow(IntToDoubleFunction factors);
}
