// SPDX-License-Identifier: Apache-2.0
package io.otd.app.model;

import java.util.Locale;

/** Treatment of rows that cannot be predicted. */
public enum BadRows {
  /** Ends, with an error. */
  FAIL,
  /** Leaves it out of what is written. */
  SKIP,
  /** Writes it without numbers, with what is wrong. */
  FLAG;

  /** As on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
