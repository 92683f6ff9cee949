// SPDX-License-Identifier: Apache-2.0
package io.otd.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;

/** Compares as the golden files define it: the largest {@code |got - want| / max(1, |want|)}. */
public final class Near {
  private Near() {}

  /** Fails at the first difference above the tolerance. */
  public static void assertNear(String what, double[] got, double[] want, double tolerance) {
    assertThat(got).as("%s: number of values", what).hasSize(want.length);
    for (int i = 0; i < got.length; i++) {
      double difference = Math.abs(got[i] - want[i]) / Math.max(1, Math.abs(want[i]));
      assertThat(difference)
          .as("%s [%d]: %s, wanted %s", what, i, got[i], want[i])
          .isLessThanOrEqualTo(tolerance);
    }
  }

  /** The same against golden numbers. */
  public static void assertMeets(double[] got, JsonNode want, double tolerance) {
    assertNear("golden", got, Golden.doubles(want), tolerance);
  }

  /** The same against one golden number. */
  public static void assertMeets(double got, JsonNode want, double tolerance) {
    assertMeets(new double[] {got}, want, tolerance);
  }

  /** The same for single precision. */
  public static void assertNear(String what, float[] got, double[] want, double tolerance) {
    double[] wide = new double[got.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = got[i];
    }
    assertNear(what, wide, want, tolerance);
  }
}
