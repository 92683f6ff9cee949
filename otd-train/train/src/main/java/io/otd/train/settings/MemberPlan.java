// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import io.otd.train.settings.DataSettings.Validation;

/**
 * The number of networks, and the rows that they hold out for early stopping and calibration,
 * derived from the settings and a table.
 *
 * @param members M, at least 1
 * @param apart whether each holds out a different part of the rows
 * @param validationFraction of the rows that are not test rows, which one holds out, in [0, 1)
 */
public record MemberPlan(int members, boolean apart, double validationFraction) {
  /** Number of rows up to which one more network costs little and helps much. */
  private static final int MAX_ROWS = 20_000;

  private static final int MEMBERS = 5;

  /**
   * Number of rows, or of groups of rows, that are enough for early stopping and calibration: where
   * a part has more, there are more parts, so that a network trains on more rows.
   */
  private static final int ENOUGH_HELD_OUT = 400;

  private static final int LEAST_PARTS = 5;
  private static final int MOST_PARTS = 10;

  /** Of the rows, if all networks hold out the same ones. */
  static final double FRACTION = .1;

  /**
   * The plan of settings; what is given in them, wins. If rows are in chronological order, all
   * members hold out the last ones, so that no network is trained on later rows than it is
   * validated on.
   *
   * @param data the setting of the validation
   * @param model the setting of the members
   * @param rows of the table, those that have their targets
   * @param groups of rows that are held out together; as many as rows if each is alone
   */
  static MemberPlan of(DataSettings data, ModelSettings model, int rows, int groups) {
    boolean inTime = data.folds().isEmpty() && data.chronological();
    boolean each = data.validation() == Validation.EACH_MEMBER && !inTime;
    int members = model.members().orElse(each && !isLarge(rows) ? MEMBERS : 1);
    boolean apart = each && members > 1;
    double fraction = data.validationFraction().orElse(apart ? 1.0 / parts(groups) : FRACTION);
    return new MemberPlan(members, apart && fraction > 0, fraction);
  }

  /** Number of parts of the rows, of which each member holds out one: 5 to 10. */
  private static long parts(int groups) {
    long parts = Math.round((double) groups / ENOUGH_HELD_OUT);
    return Math.max(LEAST_PARTS, Math.min(MOST_PARTS, parts));
  }

  /** Whether a table has so many rows that one network is trained by default. */
  static boolean isLarge(int rows) {
    return rows > MAX_ROWS;
  }
}
