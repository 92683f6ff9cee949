package io.otd.train.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of one member of an ensemble.
 *
 * @param train rows that it learns from, ascending, at least one
 * @param validation rows that it holds out for early stopping and calibration, ascending, possibly
 *     none
 */
public record MemberRows(int[] train, int[] validation) {
  /** Streams of a seed, from this one on. */
  private static final int MEMBER_STREAM = 100;

  /** All members with the parts of one split. */
  public static List<MemberRows> shared(Split split, int members) {
    MemberRows rows = new MemberRows(split.train(), split.validation());
    return java.util.Collections.nCopies(members, rows);
  }

  /**
   * Each member holds out another part: rows in a random order are cut into {@code 1 / fraction}
   * parts (as near as whole numbers come) that differ by at most one row, and each is held out once;
   * for more members than parts there are further orders. So every row is learned from, and every
   * row is held out.
   *
   * @param rows to learn from, without test rows, ascending; fewer than two are all learned from
   * @param members M, at least 1
   * @param fraction of the rows that a member holds out, in (0, 1)
   * @param seed of the orders
   */
  public static List<MemberRows> apart(int[] rows, int members, double fraction, long seed) {
    if (rows.length < 2) {
      return java.util.Collections.nCopies(members, new MemberRows(rows, new int[0]));
    }
    int parts = (int) Math.max(2, Math.min(rows.length, Math.round(1 / fraction)));
    List<MemberRows> result = new ArrayList<>();
    for (int m = 0; m < members; m++) {
      int[] order = rows.clone();
      new Shuffle(seed, MEMBER_STREAM + m / parts).shuffle(order);
      int from = (int) ((long) order.length * (m % parts) / parts);
      int to = (int) ((long) order.length * (m % parts + 1) / parts);
      int[] held = Arrays.copyOfRange(order, from, to);
      int[] others = new int[order.length - held.length];
      System.arraycopy(order, 0, others, 0, from);
      System.arraycopy(order, to, others, from, order.length - to);
      Arrays.sort(held);
      Arrays.sort(others);
      result.add(new MemberRows(others, held));
    }
    return result;
  }
}
