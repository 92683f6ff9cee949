// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What readers of different bodies share, and names. */
class JsonReaderTest {
  private static final String NAME = "a name that a client made up";

  private static String firstName(byte[] body) {
    JsonReader reader = JsonReader.of(body);
    reader.open();
    return reader.name();
  }

  /** A name that is kept is the same object in all readers. */
  @Test
  void names_of_a_body_are_not_kept_for_the_next_one() {
    byte[] body = "{\"%s\": {\"b\": 1}} ".formatted(NAME).getBytes(StandardCharsets.UTF_8);
    assertThat(new JsonDocument(body, List.of("b")).has("b")).isFalse();
    String first = firstName(body);
    assertThat(first).isEqualTo(NAME).isNotSameAs(firstName(body));
  }

  @Test
  void the_message_on_an_unknown_word_names_the_numbers_that_are_read() {
    byte[] body = "{\"x\": Inf}".getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(() -> firstName(body))
        .hasMessageContaining("'NaN'/'Infinity'/'-Infinity'")
        .message()
        .doesNotContain("INF");
  }
}
