// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.totals;

import java.io.Serializable;
import java.math.BigDecimal;
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

  /** By how much the weights of a text exceed one for each row; without weights nothing. */
  private final TreeMap<String, ExactSum> beyondOne = new TreeMap<>();

  private boolean tooMany;

  /** Starts without cells. */
  public TextTotals() {}

  /**
   * Adds a text that is not empty.
   *
   * @param weight how much its row counts
   */
  public void add(String text, double weight) {
    add(text, 1L);
    if (!tooMany && weight != 1) {
      beyondOne.computeIfAbsent(text, word -> new ExactSum()).add(weight);
      beyondOne.get(text).add(-1);
    }
  }

  /** Adds those of other rows. */
  public void add(TextTotals other) {
    other.counts.forEach(this::add);
    other.beyondOne.forEach(
        (text, sum) -> beyondOne.computeIfAbsent(text, word -> new ExactSum()).add(sum));
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

  /** The sum of the weights of a text that was added. */
  public double weight(String text) {
    BigDecimal count = BigDecimal.valueOf(counts.getOrDefault(text, 0L));
    ExactSum beyond = beyondOne.get(text);
    return (beyond == null ? count : count.add(beyond.value())).doubleValue();
  }

  /** How often each text was added. */
  public SortedMap<String, Long> counts() {
    return Collections.unmodifiableSortedMap(counts);
  }
}
