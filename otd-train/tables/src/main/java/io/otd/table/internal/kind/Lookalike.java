// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.kind;

import io.otd.table.internal.build.CellTexts;
import io.otd.table.internal.build.NearlyAll;
import io.otd.table.internal.build.ReadColumn;
import io.otd.table.problem.Quoted;
import java.util.BitSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers and dates that a person sees in a column of texts, and that are not read: what they mean
 * is not certain, or is more than a number. The column stays text, and a note says what is seen.
 */
public enum Lookalike {
  /** {@code 29.5k}. */
  SCALED("[-+]?[0-9][0-9.,]* ?[kKMGBT]", "numbers with a letter for thousands or more"),
  /** {@code 36.5 kg}. */
  MEASURES(
      "[-+]?[0-9][0-9.,]*[ \u00a0\u202f]?(?<unit>[\\p{L}\u00b0\u00b5%][\\p{L}\u00b0\u00b5\u00b2\u00b3/%.*^-]{0,9}[0-9]?)",
      "numbers with the unit"),
  /** {@code 28-Jan-99}. */
  SHORT_YEARS(
      "[0-9]{1,2}[-/. ](?:[0-9]{1,2}|\\p{L}{3,9}\\.?)[-/., ]+[0-9]{2}(?:[T ].*)?",
      "dates with two digits for the year"),
  /** {@code 1999-01}. */
  MONTHS(
      "(?:1[0-9]|20)[0-9]{2}[-/.](?:0[1-9]|1[0-2])|(?:0?[1-9]|1[0-2])[-/.](?:1[0-9]|20)[0-9]{2}"
          + "|\\p{L}{3,9}[-/. ](?:1[0-9]|20)[0-9]{2}",
      "months without a day"),
  /** {@code 1999Q1}. */
  QUARTERS("[0-9]{4}[-/ ]?Q[1-4]|Q[1-4][-/ ]?[0-9]{4}", "quarters");

  private static final int FEWEST = 2;

  private final Pattern cell;
  private final String words;

  Lookalike(String cell, String words) {
    this.cell = Pattern.compile(cell);
    this.words = words;
  }

  /**
   * Looks at a column of texts.
   *
   * @param texts of a column that stays text
   * @return empty if there is nothing to say
   */
  public static Optional<ReadColumn> of(CellTexts texts) {
    if (texts.counts().length < FEWEST) {
      return Optional.empty();
    }
    for (Lookalike kind : values()) {
      Optional<String> seen = kind.seen(texts);
      if (seen.isPresent()) {
        return seen.map(note -> ReadColumn.of(texts.column(), note));
      }
    }
    return Optional.empty();
  }

  private Optional<String> seen(CellTexts texts) {
    BitSet alike = new BitSet();
    Set<String> units = new TreeSet<>();
    long others = 0;
    for (int i = 0; i < texts.counts().length; i++) {
      Matcher found = cell.matcher(texts.column().dictionary().get(i));
      if (found.matches()) {
        alike.set(i);
        unit(found).ifPresent(units::add);
      } else {
        others += texts.counts()[i];
      }
      if (!NearlyAll.hold(others, texts.present()) || units.size() > 1) {
        return Optional.empty();
      }
    }
    return Optional.of(note(texts, alike, units));
  }

  private Optional<String> unit(Matcher found) {
    return this == MEASURES ? Optional.of(found.group("unit")) : Optional.empty();
  }

  private String note(CellTexts texts, BitSet alike, Set<String> units) {
    BitSet first = new BitSet();
    first.set(alike.nextSetBit(0));
    String unit = units.isEmpty() ? "" : " " + Quoted.of(units.iterator().next());
    return "column %s is read as text: its cells look like %s%s, as %s (write %s to use them)"
        .formatted(
            Quoted.of(texts.column().name()),
            words,
            unit,
            texts.shown(first),
            this == SCALED || this == MEASURES
                ? "the numbers alone"
                : "whole dates such as 1999-01-28");
  }
}
