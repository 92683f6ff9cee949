// SPDX-License-Identifier: Apache-2.0
package io.otd.app.synthetic;

import java.util.random.RandomGenerator;

/** A law of one number whose scores have closed forms. */
sealed interface Law permits MixtureLaw, LogNormalLaw {
  /** The mean. */
  double mean();

  /** A draw. */
  double sample(RandomGenerator random);

  /** The natural logarithm of the density. */
  double logDensity(double y);

  /**
   * The energy score of the law for an observation, {@code E|Y - y| - 1/2 E|Y - Y'|}, which is its
   * continuous ranked probability score (Grimit et al. 2006).
   */
  double energyScore(double y);

  /** {@code 1/2 E|Y - Y'|}: the mean energy score of observations of the law itself. */
  double dispersion();
}
