// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.split;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The rows of one member of an ensemble.
 *
 * @param train training rows, ascending, at least one
 * @param validation rows that it holds out for early stopping and calibration, ascending, possibly
 *     none
 */
public record MemberRows(int[] train, int[] validation) {
  /** All members with the parts of one split. */
  public static List<MemberRows> shared(Split split, int members) {
    MemberRows rows = new MemberRows(split.train(), split.validation());
    return Collections.nCopies(members, rows);
  }

  /**
   * Each member holds out a different part: the rows are divided into {@code 1 / fraction} parts
   * (rounded), each whole group to the part with the fewest rows, the groups in a random order. No
   * part is held out twice; for more members than parts, the rows are divided again. Every row is
   * thus used for training. With fewer members than parts, some rows are never held out.
   *
   * @param groups of all rows of the table
   * @param rows for training, without test rows; if there is a single group, all are used
   * @param members M, at least 1
   * @param fraction of the rows that a member holds out, in (0, 1)
   */
  public static List<MemberRows> apart(
      RowGroups groups, int[] rows, int members, double fraction, long seed) {
    int[] present = groups.present(rows);
    if (present.length < 2) {
      return Collections.nCopies(members, new MemberRows(rows, new int[0]));
    }
    int parts = (int) Math.max(2, Math.min(present.length, Math.round(1 / fraction)));
    List<MemberRows> result = new ArrayList<>();
    int[] part = {};
    for (int m = 0; m < members; m++) {
      if (m % parts == 0) {
        int[] order = present.clone();
        new Shuffle(seed, Shuffle.MEMBERS - m / parts).shuffle(order);
        part = RowGroups.dealt(order, groups.sizes(rows), parts);
      }
      int held = m % parts;
      int[] of = part;
      result.add(
          new MemberRows(
              Arrays.stream(rows).filter(row -> of[groups.of()[row]] != held).toArray(),
              Arrays.stream(rows).filter(row -> of[groups.of()[row]] == held).toArray()));
    }
    return result;
  }
}
