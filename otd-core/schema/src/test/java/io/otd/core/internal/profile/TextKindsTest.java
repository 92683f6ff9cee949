// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.schema.BooleanInput;
import io.otd.core.schema.MissingRule;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextKindsTest {
  @Test
  void spellings_of_yes_are_one_kind_and_other_texts_come_last() {
    TextKinds kinds =
        new TextKinds(
            new BooleanInput(
                "b", List.of("no", "n"), List.of("yes", "y"), .25, .5, MissingRule.FILLED));

    assertThat(kinds.names()).containsExactly("no", "yes");
    assertThat(kinds.place("no")).isZero();
    assertThat(kinds.place("n")).isZero();
    assertThat(kinds.place("y")).isEqualTo(1);
    assertThat(kinds.place("perhaps")).isEqualTo(2);
  }
}
