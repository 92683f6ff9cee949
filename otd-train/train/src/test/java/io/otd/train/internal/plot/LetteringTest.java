// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.Font;
import org.junit.jupiter.api.Test;

final class LetteringTest {
  private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 13);

  @Test
  void a_text_with_enough_room_stays_as_it_is() {
    double room = Lettering.width(FONT, "Cement = 540");
    assertThat(Lettering.fitted(FONT, "Cement", " = 540", room)).isEqualTo("Cement = 540");
  }

  @Test
  void a_name_gives_way_to_the_cell_behind_it() {
    String text = Lettering.fitted(FONT, "Coarse Aggregate (component 6)", " = 978.4", 180);
    assertThat(text).startsWith("Coarse Agg").endsWith("\u2026 = 978.4");
    assertThat(Lettering.width(FONT, text)).isLessThanOrEqualTo(180);
  }

  /** A face is two chars: it is drawn whole or not at all. */
  @Test
  void no_character_of_a_name_is_cut_in_two() {
    String faces = "\uD83D\uDE00".repeat(20);
    for (int room = 1; room < 200; room += 3) {
      String text = Lettering.fitted(FONT, faces, room);
      assertThat(Character.isHighSurrogate(text.charAt(Math.max(0, text.length() - 2)))).isFalse();
    }
  }

  /** A text as wide as ten others takes ten times the room, so rows of labels end together. */
  @Test
  void widths_are_not_rounded_to_pixels() {
    double one = Lettering.width(FONT, "i");
    assertThat(Lettering.width(FONT, "i".repeat(10))).isCloseTo(10 * one, within(.01));
    assertThat(one).isNotEqualTo(Math.rint(one));
  }
}
