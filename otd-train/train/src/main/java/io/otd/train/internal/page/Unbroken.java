// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.page;

import java.util.regex.Pattern;

/** Text of a page in which no line ends between a number and its percent sign, or at a ±. */
public final class Unbroken {
  private static final Pattern BEFORE_SIGN = Pattern.compile("(?<=[0-9]) (?=[%±])");
  private static final Pattern AFTER_SIGN = Pattern.compile("(?<=±) (?=[0-9])");
  private static final String NO_BREAK = "\u00a0";

  private Unbroken() {}

  /** The text with no-break spaces there. */
  public static String text(String plain) {
    return AFTER_SIGN.matcher(BEFORE_SIGN.matcher(plain).replaceAll(NO_BREAK)).replaceAll(NO_BREAK);
  }
}
