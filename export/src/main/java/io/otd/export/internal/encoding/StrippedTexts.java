// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.encoding;

import io.otd.core.internal.cell.Blanks;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TString;

/** Removes the blanks around texts, as {@link Blanks#strip} does in Java. */
final class StrippedTexts {
  private static final String AROUND = "^%1$s+|%1$s+$".formatted(Blanks.REGEX);

  private StrippedTexts() {}

  static Operand<TString> of(Ops tf, Operand<TString> texts) {
    return tf.strings.regexReplace(texts, tf.constant(AROUND), tf.constant(""));
  }
}
