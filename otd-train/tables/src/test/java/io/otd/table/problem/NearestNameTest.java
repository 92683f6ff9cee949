// SPDX-License-Identifier: Apache-2.0
package io.otd.table.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {
  @ParameterizedTest
  @CsvSource({
    "kitten, sitting, 3",
    "'', abc, 3",
    "abc, abc, 0",
    "flaw, lawn, 2",
    "aera, area, 1",
    "ca, abc, 3"
  })
  void distance_counts_a_swap_of_neighbours_once(String a, String b, int expected) {
    assertThat(NearestName.distance(a, b)).isEqualTo(expected);
    assertThat(NearestName.distance(b, a)).isEqualTo(expected);
  }

  @Test
  void a_misspelt_name_is_found() {
    assertThat(NearestName.to("model.hiden", List.of("model.residual", "model.hidden")))
        .contains("model.hidden");
  }

  @Test
  void short_names_with_swapped_letters_are_found() {
    assertThat(NearestName.to("aera", List.of("price", "area"))).contains("area");
  }

  @Test
  void a_shared_group_of_settings_does_not_make_names_near() {
    assertThat(
            NearestName.to(
                "training.rate", List.of("training", "training.batch", "training.learning_rate")))
        .contains("training.learning_rate");
    assertThat(NearestName.to("x.3", List.of("x.1"))).contains("x.1");
    assertThat(NearestName.to("training.xyz", List.of("training.batch"))).isEmpty();
  }

  @Test
  void case_does_not_matter() {
    assertThat(NearestName.to("PRICE", List.of("area", "price"))).contains("price");
  }

  @Test
  void part_of_a_long_name_matches_it() {
    assertThat(NearestName.to("strength", List.of("Age (day)", "Compressive strength (MPa)")))
        .contains("Compressive strength (MPa)");
  }

  @Test
  void nothing_is_suggested_for_something_entirely_different() {
    assertThat(NearestName.to("xyz", List.of("temperature", "hidden"))).isEmpty();
    assertThat(NearestName.to("xyz", List.of())).isEmpty();
    assertThat(NearestName.to("size", List.of("file"))).isEmpty();
  }
}
