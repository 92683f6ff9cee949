// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.encoding;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat64;

/** The operations that clip and standardise numbers. */
final class StandardizedNumbers {
  private StandardizedNumbers() {}

  /**
   * Adds them. In double precision, so that a large mean does not cancel the digits of a small
   * deviation.
   *
   * @param values {@code [B, numbers]}, in the columns' units
   * @return {@code [B, numbers]}
   */
  static Operand<TFloat64> of(Ops tf, Operand<TFloat64> values, List<EncodedNumber> numbers) {
    Operand<TFloat64> bounded =
        tf.math.maximum(
            vector(tf, numbers, EncodedNumber::lower),
            tf.math.minimum(vector(tf, numbers, EncodedNumber::upper), values));
    return tf.math.div(
        tf.math.sub(bounded, vector(tf, numbers, EncodedNumber::mean)),
        vector(tf, numbers, EncodedNumber::scale));
  }

  /** The inputs for missing cells, {@code [numbers]}; NaN where none may be missing. */
  static Operand<TFloat64> whenMissing(Ops tf, List<EncodedNumber> numbers) {
    return vector(tf, numbers, EncodedNumber::whenMissing);
  }

  private static Operand<TFloat64> vector(
      Ops tf, List<EncodedNumber> numbers, ToDoubleFunction<EncodedNumber> of) {
    return tf.constant(numbers.stream().mapToDouble(of).toArray());
  }
}
