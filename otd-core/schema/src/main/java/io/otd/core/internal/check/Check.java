// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.check;

import java.util.Map;

/**
 * Checks of arguments, whose errors say name, value and what was expected: {@code temperature: -1.0
 * (expected: > 0)}. A condition is written so that NaN does not meet it.
 */
public final class Check {
  private Check() {}

  /**
   * Requires a condition of a value.
   *
   * @param met whether it holds
   * @param name of the value
   * @param expected the condition in words, in which each {@code %s} stands for one of the bounds
   * @throws IllegalArgumentException if it does not hold
   */
  public static void that(
      boolean met, String name, Object value, String expected, Object... bounds) {
    if (!met) {
      throw new IllegalArgumentException(problem(name, value, expected, bounds));
    }
  }

  /**
   * {@code name: value (expected: ...)}.
   *
   * @param expected the condition in words: {@code %s} for each bound, {@code %%} for a percent
   *     sign
   */
  public static String problem(String name, Object value, String expected, Object... bounds) {
    return "%s: %s (expected: %s)".formatted(name, value, expected.formatted(bounds));
  }

  /** The same for a required value that is absent. */
  public static String notGiven(String name, String expected, Object... bounds) {
    return problem(name, "not given", expected, bounds);
  }

  /**
   * What a key stands for.
   *
   * @param name of the key
   * @throws IllegalArgumentException if it stands for nothing, listing the keys
   */
  public static <K, V> V known(String name, K key, Map<K, V> known) {
    V value = known.get(key);
    if (value == null) {
      throw new IllegalArgumentException(problem(name, key, "one of %s", known.keySet()));
    }
    return value;
  }

  /** As {@link #that(boolean, String, Object, String, Object...)}; the value is not boxed. */
  public static void that(boolean met, String name, long value, String expected) {
    if (!met) {
      that(false, name, (Object) value, expected);
    }
  }

  /** As {@link #that(boolean, String, Object, String, Object...)}; the value is not boxed. */
  public static void that(boolean met, String name, double value, String expected) {
    if (!met) {
      that(false, name, (Object) value, expected);
    }
  }

  /**
   * Requires a number above 0 that is finite.
   *
   * @throws IllegalArgumentException if it is not
   */
  public static void positive(String name, double value) {
    that(value > 0 && !Double.isInfinite(value), name, value, "> 0, finite");
  }

  /**
   * Requires a number of at least 0 that is finite.
   *
   * @throws IllegalArgumentException if it is not
   */
  public static void notNegative(String name, double value) {
    that(value >= 0 && !Double.isInfinite(value), name, value, ">= 0, finite");
  }

  /**
   * Requires a number that is not below a bound.
   *
   * @throws IllegalArgumentException if it is
   */
  public static void atLeast(String name, long value, long least) {
    that(value >= least, name, (Object) value, "at least %s", least);
  }
}
