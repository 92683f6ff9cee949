// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.CellTable;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The columns read cells as the table of cells says. */
class CellMeaningTest {
  private static final double DAY = 86_400;

  static List<CellTable.Cell> cells() {
    return CellTable.all();
  }

  @ParameterizedTest
  @MethodSource("cells")
  void a_cell_means_what_the_table_says(CellTable.Cell cell) {
    InputColumn column =
        CellTable.schema().inputs().stream()
            .filter(input -> input.name().equals(cell.column()))
            .findFirst()
            .orElseThrow();
    if (cell.refused()) {
      assertThatThrownBy(() -> read(column, cell.object()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageMatching("(?s).+ \\(expected: (a|no|false|an?) .+\\)");
    } else {
      requireMeaning(column, cell);
    }
  }

  @Test
  void an_infinite_number_is_refused_in_every_column() {
    for (InputColumn column : CellTable.schema().inputs()) {
      for (Number infinite :
          List.of(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY)) {
        assertThatThrownBy(() -> read(column, infinite))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage(infinite + " (expected: a finite number)");
      }
    }
  }

  @Test
  void a_date_whose_order_is_unknown_is_refused_with_both_days() {
    DateInput date = (DateInput) CellTable.schema().text().get(7);
    assertThatThrownBy(() -> date.text("01/03/2024"))
        .hasMessageContaining("this may be 2024-03-01 or 2024-01-03");
    assertThat(date.expected("x")).isEqualTo(date.expected());
  }

  private static Object read(InputColumn column, Object cell) {
    return column.match(number -> number.number(cell), text -> text.text(cell));
  }

  private static void requireMeaning(InputColumn column, CellTable.Cell cell) {
    Object read = read(column, cell.object());
    if (column instanceof NumericInput) {
      boolean missing = cell.means().asText().equals("missing");
      Float expected = missing ? Float.NaN : (float) cell.means().doubleValue();
      // Adding 0 turns -0 into 0.
      assertThat((Float) ((float) (double) read + 0f)).isEqualTo(expected);
      return;
    }
    TextInput input = (TextInput) column;
    String text = (String) read;
    if (cell.means().asText().equals("missing")) {
      assertThat(text).isBlank();
    } else if (input instanceof DateInput date) {
      CalendarTime time = date.time(text).orElseThrow();
      double seconds = time.date().toEpochDay() * DAY + time.hour() * 3600;
      // An hour is a double: 24 have an error of 4e-15 hours, or 1e-11 seconds.
      assertThat(seconds - cell.means().doubleValue()).isCloseTo(0, within(1e-4));
    } else if (input instanceof CategoricalInput listed) {
      int unknown = listed.texts().size();
      assertThat(listed.place(text))
          .isEqualTo(cell.means().asText().equals("unknown") ? unknown : place(listed, cell));
    }
    float[] out = new float[input.width()];
    float[] expected = new float[input.width()];
    input.encode(text, out, 0);
    Object plain = cell.plain();
    input.encode(plain == null ? TextInput.MISSING : plain.toString(), expected, 0);
    assertThat(out).containsExactly(expected).doesNotContain(Float.NaN);
  }

  private static int place(ListedInput listed, CellTable.Cell cell) {
    return listed.texts().indexOf(cell.means().textValue());
  }
}
