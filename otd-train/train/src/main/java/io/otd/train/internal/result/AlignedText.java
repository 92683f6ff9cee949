// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.result;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A table for a terminal, in columns as wide as their widest cell; empty ones are left out. */
public final class AlignedText {
  private static final int GAP = 2;

  private AlignedText() {}

  /**
   * The lines, without blanks at their ends and without columns that have nothing below their head.
   *
   * @param rows the head first, of the same number of cells each
   */
  public static List<String> lines(List<List<String>> rows) {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int j = 0; j < widths.length; j++) {
        widths[j] = Math.max(widths[j], row.get(j).length());
      }
    }
    boolean[] filled = new boolean[widths.length];
    for (List<String> row : rows.subList(Math.min(1, rows.size() - 1), rows.size())) {
      for (int j = 0; j < widths.length; j++) {
        filled[j] |= !row.get(j).isEmpty();
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int j = 0; j < widths.length; j++) {
        if (filled[j]) {
          line.append(row.get(j)).append(" ".repeat(widths[j] - row.get(j).length() + GAP));
        }
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }

  /**
   * The lines of rows without a head.
   *
   * @param rows of the same number of cells each
   */
  public static List<String> withoutHead(List<List<String>> rows) {
    List<List<String>> all = new ArrayList<>();
    all.add(Collections.nCopies(rows.isEmpty() ? 0 : rows.get(0).size(), ""));
    all.addAll(rows);
    return lines(all).subList(1, all.size());
  }
}
