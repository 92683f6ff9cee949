// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.savedmodel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ColumnIdentifiersTest {
  @Test
  void keeps_names_that_are_identifiers() {
    assertThat(ColumnIdentifiers.of(List.of("x", "Age", "fly_ash", "x2", "a__b")))
        .containsExactly("x", "Age", "fly_ash", "x2", "a__b");
  }

  @Test
  void turns_other_names_into_identifiers() {
    assertThat(
            ColumnIdentifiers.of(
                List.of("Cement (kg/m^3)", "2nd", " ", "温度", "_x", "class", "raw_bytes")))
        .containsExactly(
            "Cement_kg_m_3", "column_2nd", "column", "column_2", "x", "class_", "raw_bytes_");
  }

  @Test
  void disambiguates_colliding_names_and_keeps_genuine_ones() {
    assertThat(ColumnIdentifiers.of(List.of("a b", "a-b", "a_b", "a_b_2", "a.b")))
        .containsExactly("a_b_3", "a_b_4", "a_b", "a_b_2", "a_b_5")
        .doesNotHaveDuplicates();
  }
}
