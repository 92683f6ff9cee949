// SPDX-License-Identifier: Apache-2.0
package io.otd.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tensorflow.exceptions.TFFailedPreconditionException;

class FailureTest {
  @Test
  void an_error_of_a_graph_is_told_without_its_nodes_and_hints() {
    Failure failure =
        Failure.of(
            new TFFailedPreconditionException(
                "m/variables; No space left on device\n\t [[{{node Save}}]]\nHint: If you want"));
    assertThat(failure.problems())
        .singleElement()
        .asString()
        .contains("m/variables; No space left on device")
        .doesNotContain("Save", "Hint", "\n");
  }

  @Test
  void of_several_errors_of_a_graph_the_first_is_told_rather_than_their_number() {
    for (String first : new String[] {"2 root error(s) found.\n", "\n", ""}) {
      Failure failure =
          Failure.of(
              new TFFailedPreconditionException(
                  first + "  (0) m/variables; No space left on device\n\t [[{{node Save}}]]"));
      assertThat(failure.problems())
          .singleElement()
          .asString()
          .contains("m/variables; No space left on device")
          .doesNotContain("root error", "Save", "\n");
    }
  }
}
