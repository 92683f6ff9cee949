// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import io.otd.train.explanation.ColumnEffect.Place;
import io.otd.train.explanation.ColumnEffect.Scale;
import java.util.List;

/** The effect of a column before its predictions are made: requests them, then sums them up. */
interface PendingEffect {
  /** Kind of the places. */
  Scale scale();

  /** The places of the effect. */
  List<Place> places();

  /** Rows of no place. */
  int leftOut();

  /** Adds the rows whose predictions it needs. */
  void ask(MixedRows into);

  /**
   * The effect on one number, at each place.
   *
   * @param asked the number of requested rows
   * @param base the number for the unchanged rows that the effect is averaged over
   */
  double[] effect(double[] asked, double[] base);
}
