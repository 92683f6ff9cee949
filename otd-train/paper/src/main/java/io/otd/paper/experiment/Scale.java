// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.experiment;

import java.util.Locale;

/** The scale of an experiment. */
public enum Scale {
  /** Some seconds: enough to see that everything runs, not to compare numbers. */
  QUICK(50, 4),
  /** A quarter of an hour at most: smaller if the paper's setting takes hours. */
  REDUCED(1, 1),
  /**
   * The paper's setting, with fewer points per step if that takes days: the paper's fields,
   * networks and steps.
   */
  LARGE(1, 1),
  /** The paper's setting. */
  PAPER(1, 1);

  private final int fewerEpochs;
  private final int fewerDraws;

  Scale(int fewerEpochs, int fewerDraws) {
    this.fewerEpochs = fewerEpochs;
    this.fewerDraws = fewerDraws;
  }

  /** Whether the fields are the paper's, in number and resolution. */
  public boolean paperFields() {
    return this == LARGE || this == PAPER;
  }

  /** As on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Epochs at this scale.
   *
   * @param paper the paper's number
   */
  public int epochs(int paper) {
    return Math.max(1, paper / fewerEpochs);
  }

  /**
   * Draws of an evaluation at this scale.
   *
   * @param full the usual number
   */
  public int draws(int full) {
    return Math.max(2, full / fewerDraws);
  }
}
