// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.kind;

import io.otd.table.internal.build.CellTexts;
import io.otd.table.internal.build.NearlyAll;
import io.otd.table.internal.build.ReadColumn;
import io.otd.table.internal.cell.Placeholders;
import io.otd.table.problem.Quoted;
import java.util.BitSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Numbers and dates that a person sees in a column of texts, and that are not read: what they mean
 * is not certain, or is more than a number. The column stays text, and a note says what is seen.
 */
public enum Lookalike {
  /** {@code 29.5k}. */
  SCALED("[-+]?[0-9][0-9.,]* ?[kKMGBT]", "numbers with a letter for thousands or more"),
  /** {@code 3.99x10^2}. */
  POWERS(
      "[-+]?[0-9][0-9.,]* ?[xX*\u00d7\u00b7]"
          + " ?10\\^?[-+\u207a\u207b\u2070\u00b9\u00b2\u00b3\u2074-\u20790-9]+",
      "numbers with a power of ten"),
  /** {@code 5.3±0.2}. */
  ERRORS("[-+]?[0-9][0-9.,]* ?(?:\u00b1|\\+/-) ?[0-9.,]+", "numbers with their errors"),
  /**
   * {@code 36.5 kg}, {@code 113.0 m2}, {@code 12 km/h}, {@code 3 m s-1}, {@code 1.20 \u20ac/kg}.
   */
  MEASURES(
      "[-+]?[0-9][0-9.,]*[ \u00a0\u202f]?(?<unit>(?:\\p{Sc}?/)?[\\p{L}\u00b0\u00b5%\u2030\u2032\u2033\"']"
          + "[\\p{L}\u00b0\u00b5\u00b2\u00b3\u207b\u00b9/%.*^-]{0,9}[0-9]?(?: \\p{L}{1,4}[-\u2212\u207b]?[0-9\u00b9\u00b2\u00b3]?)?)",
      "numbers with the unit"),
  /** {@code <13}, {@code ~106}, {@code 99+}, {@code #29}. */
  MARKED(
      "[<>\u2264\u2265~\u2248#=]=? ?[-+]?[0-9][0-9.,]*|[0-9][0-9.,]* ?\\+", "numbers with a mark"),
  /** {@code 0x1F}, {@code 1_000}. */
  PROGRAMS("[-+]?(?:0[xX][0-9a-fA-F]+|[0-9]{1,3}(?:_[0-9]{3})+)", "numbers as programs write them"),
  /** {@code 90/100}, {@code 5 1/2}; a few different ones are categories. */
  FRACTIONS(
      "(?:[0-9]+ )?[0-9]+ ?/ ?[0-9]+", "numbers with a slash", "the numbers alone", Advice.MANY),
  /** Digits of another script, such as those of full width. */
  OTHER_DIGITS("[-+]?(?=.*[\\p{Nd}&&[^0-9]])[\\p{Nd}.,]+", "numbers in other digits than 0 to 9"),
  /** {@code 28-Jan-99}. */
  SHORT_YEARS(
      "[0-9]{1,2}[-/. ](?:[0-9]{1,2}|\\p{L}{3,9}\\.?)[-/., ]+[0-9]{2}(?:[T ].*)?",
      "dates with two digits for the year", Advice.DATES),
  /** {@code 5. März 2020}; months in English are read. */
  OTHER_MONTHS(
      "[0-9]{1,2}\\.? (?:de )?\\p{L}{3,10}\\.? (?:de )?(?:1[0-9]|20)[0-9]{2}(?:[T ].*)?",
      "dates with the month in words", Advice.DATES),
  /** {@code 2024-08-17T10:00 Europe/Vienna}. */
  ZONES(
      "[0-9]{4}-[0-9]{2}-[0-9]{2}[T ].* ?(?:\\[?[A-Z]\\p{L}+/\\p{L}+\\]?|[A-Z]{3,4})",
      "times with the name of a zone", "offsets such as +01:00"),
  /** {@code 1999-01}. */
  MONTHS(
      "(?:1[0-9]|20)[0-9]{2}[-/.](?:0[1-9]|1[0-2])|(?:0?[1-9]|1[0-2])[-/.](?:1[0-9]|20)[0-9]{2}"
          + "|\\p{L}{3,9}[-/. ](?:1[0-9]|20)[0-9]{2}",
      "months without a day", Advice.DATES),
  /** {@code 1999Q1}, {@code 1999-W13}. */
  QUARTERS(
      "[0-9]{4}[-/ ]?Q[1-4]|Q[1-4][-/ ]?[0-9]{4}|[0-9]{4}-?W[0-5][0-9]",
      "quarters or weeks", Advice.DATES),
  /** {@code 09:22}, {@code 6h 0m}; a few different ones are categories. */
  TIMES(
      "[0-9]{1,3}:[0-5][0-9](?::[0-5][0-9](?:[.][0-9]+)?)?(?: ?[aApP][mM])?"
          + "|(?:[0-9]+ ?[dhms](?:in|ec)? ?){2,4}",
      "times of day or durations",
      "numbers such as minutes",
      Advice.MANY);

  /** What the constants above have in common. */
  private static final class Advice {
    static final String DATES = "whole dates such as 1999-01-28";
    static final int MANY = 12;
  }

  private static final int FEWEST = 2;

  /** Numbers and dates are short; a regular expression may take long over a long text. */
  private static final int LONGEST = 100;

  /** Letters behind numbers of codes are more. */
  private static final int MOST_UNITS = 4;

  private final Pattern cell;
  private final String words;
  private final String advice;
  private final int fewest;

  Lookalike(String cell, String words) {
    this(cell, words, "the numbers alone");
  }

  Lookalike(String cell, String words, String advice) {
    this(cell, words, advice, FEWEST);
  }

  Lookalike(String cell, String words, String advice, int fewest) {
    this.cell = Pattern.compile(cell);
    this.words = words;
    this.advice = advice;
    this.fewest = fewest;
  }

  /**
   * Looks at a column of texts.
   *
   * @param texts of a column that stays text
   * @return empty if there is nothing to say
   */
  public static Optional<ReadColumn> of(CellTexts texts) {
    for (Lookalike kind : values()) {
      Optional<String> seen = kind.seen(texts);
      if (seen.isPresent()) {
        return seen.map(note -> ReadColumn.of(texts.column(), note));
      }
    }
    return Optional.empty();
  }

  private Optional<String> seen(CellTexts texts) {
    if (texts.counts().length < fewest) {
      return Optional.empty();
    }
    BitSet alike = new BitSet();
    BitSet gaps = new BitSet();
    Set<String> units = new TreeSet<>();
    long others = 0;
    for (int i = 0; i < texts.counts().length; i++) {
      String text = texts.column().dictionary().get(i);
      Matcher found = cell.matcher(text);
      if (text.length() <= LONGEST && found.matches()) {
        alike.set(i);
        unit(found).ifPresent(units::add);
      } else if (Placeholders.ofNumber(text)) {
        gaps.set(i);
      } else {
        others += texts.counts()[i];
      }
      if (!NearlyAll.hold(others, texts.present()) || units.size() > MOST_UNITS) {
        return Optional.empty();
      }
    }
    boolean enough =
        texts.cells(gaps) < texts.cells(alike)
            && (units.size() < 2 || alike.cardinality() >= Advice.MANY);
    return enough ? Optional.of(note(texts, alike, units)) : Optional.empty();
  }

  private Optional<String> unit(Matcher found) {
    return this == MEASURES ? Optional.of(found.group("unit")) : Optional.empty();
  }

  private String note(CellTexts texts, BitSet alike, Set<String> units) {
    BitSet first = new BitSet();
    first.set(alike.nextSetBit(0));
    String unit =
        units.stream()
            .map(Quoted::of)
            .collect(Collectors.joining(" or ", units.isEmpty() ? "" : " ", ""));
    return "column %s is read as text: its cells look like %s%s, as %s (write %s to use them)"
        .formatted(Quoted.of(texts.column().name()), words, unit, texts.shown(first), advice);
  }
}
