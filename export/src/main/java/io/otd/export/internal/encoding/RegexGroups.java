// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.encoding;

import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TBool;
import org.tensorflow.types.TFloat64;
import org.tensorflow.types.TString;

/** Numbers in the groups of a regular expression that whole cells match. */
final class RegexGroups {
  private final Ops tf;
  private final Operand<TString> cell;
  private final Operand<TString> regex;
  private final Operand<TBool> matches;

  /**
   * Adds the test of the cells.
   *
   * @param cell {@code [B, 1]}
   * @param regex of a whole cell
   */
  RegexGroups(Ops tf, Operand<TString> cell, String regex) {
    this.tf = tf;
    this.cell = cell;
    this.regex = tf.constant("^" + regex + "$");
    matches = tf.strings.regexFullMatch(cell, tf.constant(regex));
  }

  /** Which cells match, {@code [B, 1]}. */
  Operand<TBool> matches() {
    return matches;
  }

  /** The number of a group; 0 for an omitted one, another value if nothing matches. */
  Operand<TFloat64> number(int group, int otherwise) {
    // The leading 0 turns an empty group into a number.
    return parsed("0\\" + group, otherwise);
  }

  /** The number of a group that may have a decimal comma. */
  Operand<TFloat64> decimal(int group, int otherwise) {
    Operand<TString> digits = tf.strings.regexReplace(cell, regex, tf.constant("0\\" + group));
    return number(tf.strings.regexReplace(digits, tf.constant(","), tf.constant(".")), otherwise);
  }

  /** The number of a group with the sign that another group holds; 0 if they are omitted. */
  Operand<TFloat64> signed(int sign, int group) {
    // The 0 at the end turns empty groups into a number, and makes others ten times as large.
    return tf.math.div(parsed("\\%s\\%s0".formatted(sign, group), 0), tf.constant(10.0));
  }

  private Operand<TFloat64> parsed(String rewritten, int otherwise) {
    return number(tf.strings.regexReplace(cell, regex, tf.constant(rewritten)), otherwise);
  }

  private Operand<TFloat64> number(Operand<TString> digits, int otherwise) {
    Operand<TString> parsable = tf.select(matches, digits, tf.constant("" + otherwise));
    return tf.strings.toNumber(parsable, TFloat64.class);
  }
}
