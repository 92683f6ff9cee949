// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class NpyPrologueTest {
  /**
   * Written by {@code numpy.save} of NumPy 2, for {@code zeros((3, 2))} and {@code zeros(5, 'f4')}.
   */
  @Test
  void the_header_matches_numpy() {
    assertThat(text(NpyPrologue.write("<f8", new int[] {3, 2})))
        .isEqualTo(
            "\u0093NUMPY\u0001\u0000v\u0000{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }"
                + " ".repeat(58)
                + "\n");
    assertThat(text(NpyPrologue.write("<f4", new int[] {5})))
        .isEqualTo(
            "\u0093NUMPY\u0001\u0000v\u0000{'descr': '<f4', 'fortran_order': False, 'shape': (5,), }"
                + " ".repeat(60)
                + "\n");
  }

  @Test
  void every_file_starts_with_the_magic_bytes() {
    assertThat(NpyPrologue.write("<f8", new int[] {1})).startsWith(NpyPrologue.magic());
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
