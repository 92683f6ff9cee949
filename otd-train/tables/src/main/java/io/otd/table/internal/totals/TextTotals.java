// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.totals;

import java.io.Serializable;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How often each text occurs in a column, in the order of the texts. Those of two parts can be
 * merged; the result does not depend on the partition.
 */
public final class TextTotals implements Serializable {
  /** Maximum number of distinct texts that are counted. */
  public static final int MOST_TEXTS = 10_000;

  private static final long serialVersionUID = 1;

  private final TreeMap<String, Long> counts = new TreeMap<>();
  private boolean tooMany;

  /** Starts without cells. */
  public TextTotals() {}

  /** Adds a text that is not empty. */
  public void add(String text) {
    add(text, 1);
  }

  /** Adds those of other rows. */
  public void add(TextTotals other) {
    other.counts.forEach(this::add);
    tooMany |= other.tooMany;
  }

  private void add(String text, long times) {
    if (!tooMany) {
      counts.merge(text, times, Long::sum);
      tooMany = counts.size() > MOST_TEXTS;
    }
  }

  /** Whether there are more different texts than are counted. */
  public boolean tooMany() {
    return tooMany;
  }

  /** How often each text was added. */
  public SortedMap<String, Long> counts() {
    return Collections.unmodifiableSortedMap(counts);
  }
}
