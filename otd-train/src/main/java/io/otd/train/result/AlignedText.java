package io.otd.train.result;

import java.util.ArrayList;
import java.util.List;

/** A table for a terminal, in columns as wide as their widest cell. */
public final class AlignedText {
  private static final int GAP = 2;

  private AlignedText() {}

  /**
   * The lines, without blanks at their ends.
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
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int j = 0; j < widths.length; j++) {
        line.append(row.get(j)).append(" ".repeat(widths[j] - row.get(j).length() + GAP));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
