// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.core.internal.text.NumberText;
import io.otd.core.schema.TargetSupport;
import io.otd.core.schema.TargetSupport.Lattice;
import io.otd.table.problem.InputException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The possible values of a target, detected from the training rows or given by the settings.
 *
 * @param support the bounds that are attained; with the lattice where the settings name one
 * @param approached bounds that no value is beyond, but few or none attain: 0 for a target that is
 *     never negative, 1 for a share, 100 for percentages
 * @param candidate a lattice on which all training values lie; validation decides whether draws are
 *     rounded to it; absent if there is none or the settings name one
 */
public record SupportFit(TargetSupport support, TargetSupport approached, Lattice candidate) {
  /** A bound is attained where at least this share of the training rows has it ... */
  private static final double SHARE = .02;

  /** ... and at least this many. */
  private static final int FEWEST = 8;

  /** Values of a lattice beside a bound that it is compared with. */
  private static final int BESIDE = 4;

  /** A finer lattice is a number of digits. */
  private static final int MAX_POINTS = 1000;

  private static final double PERCENT = 100;

  private static final Pattern IN_PERCENT =
      Pattern.compile("%|(^|[^a-z])(pct|perc|percents?|percentages?)([^a-z]|$)");

  private static final int MAX_DIGITS = 6;
  private static final String NUMBER = "[+-]?[0-9.]*[0-9](?:[eE][+-]?[0-9]+)?";
  private static final Pattern RANGE =
      Pattern.compile("(%1$s)?\\s*\\.\\.\\s*(%1$s)?(?:\\s+by\\s+(%1$s))?".formatted(NUMBER));

  /** Every number, and no candidate. */
  static final SupportFit REAL =
      new SupportFit(TargetSupport.REAL, TargetSupport.REAL, Lattice.NONE);

  /**
   * Fits.
   *
   * @param name of the target
   * @param setting {@code auto}, {@code real}, or a range such as {@code 0..}, {@code ..100},
   *     {@code 0..100}, {@code 1..5 by 0.5}
   * @param ascending values of the training rows, at least one
   * @throws InputException if the setting is none of these, or a value is outside of it
   */
  static SupportFit of(String name, String setting, double[] ascending) {
    return switch (setting.strip().toLowerCase(Locale.ROOT)) {
      case "real" -> REAL;
      case "auto" -> ofAscending(name, ascending);
      default -> given(name, setting.strip(), ascending);
    };
  }

  /**
   * What the values of a column show.
   *
   * @param values with NaN for missing ones
   */
  public static SupportFit found(String name, double[] values) {
    double[] ascending =
        Arrays.stream(values).filter(value -> !Double.isNaN(value)).sorted().toArray();
    return ascending.length == 0 ? REAL : ofAscending(name, ascending);
  }

  /** In words, for people. */
  public String description() {
    List<String> words = new ArrayList<>();
    if (support.bounded()) {
      words.add(support.description() + ", attained");
    }
    if (approached.bounded()) {
      words.add(
          Double.isInfinite(approached.greatest())
              ? "above " + NumberText.of(approached.least(), 6)
              : Double.isInfinite(approached.least())
                  ? "below " + NumberText.of(approached.greatest(), 6)
                  : "between %s and %s"
                      .formatted(
                          NumberText.of(approached.least(), 6),
                          NumberText.of(approached.greatest(), 6)));
    }
    if (!candidate.absent()) {
      words.add(
          "in steps of %s, if validation agrees".formatted(NumberText.of(candidate.step(), 6)));
    }
    return words.isEmpty() ? "all numbers" : String.join("; ", words);
  }

  private static SupportFit given(String name, String setting, double[] ascending) {
    Matcher range = RANGE.matcher(setting);
    if (!range.matches()) {
      throw new InputException(
          "columns.target_support: \"%s\" (expected: auto, real, or a range such as 0.., ..100, 0..100, 1..5 by 0.5)"
              .formatted(setting));
    }
    TargetSupport support;
    try {
      support =
          new TargetSupport(
              number(range.group(1), Double.NEGATIVE_INFINITY),
              number(range.group(2), Double.POSITIVE_INFINITY),
              range.group(3) == null
                  ? Lattice.NONE
                  : lattice(new BigDecimal(range.group(3)).stripTrailingZeros()));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new InputException(
          "columns.target_support: \"%s\": %s".formatted(setting, e.getMessage()));
    }
    for (double value : ascending) {
      double possible = support.settle(value);
      if (Math.abs(possible - value) > 1e-9 * Math.max(1, Math.abs(value))) {
        throw new InputException(
            "target \"%s\": %s in the training rows (expected: %s, as columns.target_support says)"
                .formatted(name, value, support.description()));
      }
    }
    return new SupportFit(support, TargetSupport.REAL, Lattice.NONE);
  }

  private static double number(String text, double absent) {
    return text == null ? absent : Double.parseDouble(text);
  }

  private static SupportFit ofAscending(String name, double[] ascending) {
    double least = ascending[0];
    double greatest = ascending[ascending.length - 1];
    if (least == greatest) {
      return REAL;
    }
    Lattice lattice = common(ascending);
    TargetSupport natural = natural(name, least, greatest);
    double[] descending = new double[ascending.length];
    Arrays.setAll(descending, i -> ascending[ascending.length - 1 - i]);
    boolean lower = attained(ascending, least == natural.least() && !lattice.absent());
    boolean upper = attained(descending, greatest == natural.greatest() && !lattice.absent());
    return new SupportFit(
        TargetSupport.between(
            lower ? least : Double.NEGATIVE_INFINITY, upper ? greatest : Double.POSITIVE_INFINITY),
        TargetSupport.between(
            lower ? Double.NEGATIVE_INFINITY : natural.least(),
            upper ? Double.POSITIVE_INFINITY : natural.greatest()),
        lattice);
  }

  /**
   * Bounds by the meaning of the values, as far as a prediction might come near them: those within
   * the length of the training range.
   */
  private static TargetSupport natural(String name, double least, double greatest) {
    double reach = greatest - least;
    boolean share = least >= 0 && greatest <= 1;
    boolean percent =
        least >= 0
            && greatest <= PERCENT
            && IN_PERCENT.matcher(name.toLowerCase(Locale.ROOT)).find();
    double above = share ? 1 : percent ? PERCENT : greatest <= 0 ? 0 : Double.POSITIVE_INFINITY;
    return TargetSupport.between(
        least >= 0 && least < reach ? 0 : Double.NEGATIVE_INFINITY,
        above - greatest < reach ? above : Double.POSITIVE_INFINITY);
  }

  /**
   * Whether a bound has a probability of its own. On a lattice every value has one: there the bound
   * is attained by less than its share, too, if it has at least half as many rows as a value beside
   * it, so that the law does not go down to it.
   *
   * @param values of the rows, those at the bound first
   * @param compared whether it is compared with the values beside it
   */
  private static boolean attained(double[] values, boolean compared) {
    int rows = same(values, 0);
    if (rows < FEWEST) {
      return false;
    }
    int end = rows;
    int beside = 0;
    while (compared && beside < BESIDE && end < values.length) {
      end += same(values, end);
      beside++;
    }
    return rows >= SHARE * values.length || (compared && 2 * beside * rows >= end - rows);
  }

  /** How many values in a row equal the first of them. */
  private static int same(double[] values, int first) {
    int end = first;
    while (end < values.length && values[end] == values[first]) {
      end++;
    }
    return end - first;
  }

  /**
   * The coarsest lattice on which all values lie; absent if it has too many points between them.
   */
  private static Lattice common(double[] ascending) {
    BigDecimal[] exact =
        Arrays.stream(ascending)
            .distinct()
            .mapToObj(value -> BigDecimal.valueOf(value).stripTrailingZeros())
            .toArray(BigDecimal[]::new);
    int digits = Arrays.stream(exact).mapToInt(BigDecimal::scale).max().orElseThrow();
    if (digits > MAX_DIGITS || exact.length < 3) {
      return Lattice.NONE;
    }
    int scale = Math.max(0, digits);
    BigInteger step = BigInteger.ZERO;
    for (BigDecimal value : exact) {
      step = step.gcd(value.setScale(scale).unscaledValue());
    }
    BigDecimal width = new BigDecimal(step, scale);
    double points = (ascending[ascending.length - 1] - ascending[0]) / width.doubleValue();
    return points > MAX_POINTS || step.bitLength() > 31 ? Lattice.NONE : lattice(width);
  }

  /** The multiples of a decimal fraction. */
  private static Lattice lattice(BigDecimal step) {
    int digits = Math.max(0, step.scale());
    int unit = step.setScale(digits).unscaledValue().intValueExact();
    if (unit < 1 || digits > MAX_DIGITS) {
      throw new IllegalArgumentException(
          "step " + step.toPlainString() + " (expected: above 0, at most 6 decimals)");
    }
    int per = BigInteger.TEN.pow(digits).intValueExact();
    int common = BigInteger.valueOf(unit).gcd(BigInteger.valueOf(per)).intValueExact();
    return new Lattice(unit / common, per / common);
  }
}
