// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.platform;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class NativeFlagsTest {
  /** The parent POM repeats them, as Maven cannot read them. */
  @Test
  void the_tests_run_with_the_flags_of_small_models() {
    assertThat(System.getenv(NativeFlags.XLA_FLAGS)).startsWith(NativeFlags.flags(0) + " ");
  }
}
