// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.core.internal.text.NumberText;
import io.otd.table.TextColumn;
import io.otd.table.problem.Quoted;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The texts of a column, how often each occurs, and where first.
 *
 * @param column the texts
 * @param counts of each text of the dictionary
 * @param present number of cells that are not missing
 * @param place where a row stands, for messages
 */
public record CellTexts(TextColumn column, long[] counts, long present, IntFunction<String> place) {
  private static final int SHOWN = 3;

  /** Counts the texts. */
  public static CellTexts of(TextColumn column, IntFunction<String> place) {
    long[] counts = new long[column.dictionary().size()];
    long present = 0;
    for (int code : column.codes()) {
      if (code != TextColumn.MISSING) {
        counts[code]++;
        present++;
      }
    }
    return new CellTexts(column, counts, present, place);
  }

  /** Texts that are in one of two sets. */
  static BitSet either(BitSet some, BitSet others) {
    BitSet all = (BitSet) some.clone();
    all.or(others);
    return all;
  }

  /** The number of cells with some of the texts. */
  public long cells(BitSet texts) {
    return texts.stream().mapToLong(i -> counts[i]).sum();
  }

  /** Some texts, each with the place of its first cell; the first few of them. */
  public String shown(BitSet texts) {
    BitSet open = (BitSet) texts.clone();
    List<String> shown = new ArrayList<>();
    for (int row = 0; row < column.rows() && shown.size() < SHOWN && !open.isEmpty(); row++) {
      int code = column.codes()[row];
      if (code != TextColumn.MISSING && open.get(code)) {
        open.clear(code);
        shown.add(Quoted.of(column.dictionary().get(code)) + " in " + place.apply(row));
      }
    }
    String more =
        open.isEmpty() ? "" : " and " + NumberText.counted(open.cardinality(), "other text");
    return String.join(", ", shown) + more;
  }

  /** The name of the column, quoted. */
  String name() {
    return Quoted.of(column.name());
  }

  /** In words: the column stays text because of so many cells. */
  String demoted(BitSet texts, String one, String many) {
    long cells = cells(texts);
    return "column %s is read as text: %s of its cells %s: %s (do they mean missing cells? data.missing)"
        .formatted(name(), cells, cells == 1 ? "is not " + one : "are not " + many, shown(texts));
  }

  /** In words: so many cells are not what the others are, and which. */
  public String others(BitSet texts, String one, String many) {
    long cells = cells(texts);
    return "%s of %s cells %s missing: %s"
        .formatted(
            cells,
            present,
            cells == 1
                ? "is not %s and counts as".formatted(one)
                : "are not %s and count as".formatted(many),
            shown(texts));
  }
}
