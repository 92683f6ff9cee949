package io.otd.train.report;

import java.util.ArrayList;
import java.util.List;

/** A table for a terminal. */
public final class TextTable {
  private static final int GAP = 2;

  private TextTable() {}

  /**
   * Its lines, the cells of each column one below another.
   *
   * @param rows as many cells in each
   */
  public static List<String> lines(List<List<String>> rows) {
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int j = 0; j < row.size(); j++) {
        int column = j;
        int width = rows.stream().mapToInt(r -> r.get(column).length()).max().orElse(0);
        line.append(row.get(j)).append(" ".repeat(width - row.get(j).length() + GAP));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
