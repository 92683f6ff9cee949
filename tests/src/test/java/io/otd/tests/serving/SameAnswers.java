// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.serve.internal.tensor.HostTensor;
import java.util.Map;
import java.util.stream.IntStream;

/** Responses to one request in two ways through the same model. */
final class SameAnswers {
  /** The share of draws below a threshold changes by one draw with the last digit of a draw. */
  private static final double DRAWS = 0.02;

  private SameAnswers() {}

  /**
   * Requires that the responses differ only by rounding.
   *
   * @param what is compared
   * @param rounding allowed, relative to the largest number of an output
   */
  static void require(
      String what,
      String signature,
      double rounding,
      Map<String, HostTensor> expected,
      Map<String, HostTensor> actual) {
    assertThat(actual.keySet()).as("%s %s", what, signature).isEqualTo(expected.keySet());
    expected.forEach(
        (output, tensor) -> {
          String name = "%s %s %s".formatted(what, signature, output);
          float[] values = tensor.floats();
          float[] others = actual.get(output).floats();
          assertThat(actual.get(output).shape()).as(name).isEqualTo(tensor.shape());
          double tolerance =
              signature.equals("probability") ? DRAWS : rounding * largestFinite(values);
          // One assertion for all values: there may be millions.
          int at =
              IntStream.range(0, values.length)
                  .filter(i -> !near(others[i], values[i], tolerance))
                  .findFirst()
                  .orElse(-1);
          assertThat(at)
              .as(() -> "%s [%s]: %s, expected %s".formatted(name, at, others[at], values[at]))
              .isEqualTo(-1);
        });
  }

  private static boolean near(float actual, float expected, double tolerance) {
    return Float.compare(actual, expected) == 0 || Math.abs(actual - expected) <= tolerance;
  }

  private static double largestFinite(float[] values) {
    double largest = 0;
    for (float value : values) {
      largest = Float.isFinite(value) ? Math.max(largest, Math.abs(value)) : largest;
    }
    return largest;
  }
}
