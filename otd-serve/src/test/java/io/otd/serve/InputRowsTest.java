package io.otd.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InputRowsTest {
  private final InputRows rows = new InputRows(List.of("cement", "water"));

  @Test
  void readsRowsInAnyOfTheirForms() {
    float[] expected = {1, 2, 3, 4};

    assertThat(rows.of(new float[][] {{1, 2}, {3, 4}})).isEqualTo(expected);
    assertThat(rows.of(new float[] {1, 2, 3, 4}, 2)).isEqualTo(expected);
    assertThat(
            rows.of(List.of(Map.of("water", 2, "cement", 1.0), Map.of("cement", 3L, "water", 4f))))
        .isEqualTo(expected);
    assertThat(rows.of(new float[0][])).isEmpty();
  }

  @Test
  void namesTheRowOfAWrongWidth() {
    assertThatThrownBy(() -> rows.of(new float[][] {{1, 2}, {3}}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("row 1: 1 values (expected: 2, for [cement, water])");
    assertThatThrownBy(() -> rows.of(new float[] {1, 2, 3}, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("values: 3 (expected: 2 rows of 2");
    assertThatThrownBy(() -> rows.of(new float[0], -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void namesColumnAndRowOfWhatIsNotANumber() {
    assertThatThrownBy(() -> rows.of(new float[][] {{1, 2}, {3, Float.NaN}}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("row 1: column \"water\": NaN (expected: a finite float)");
    assertThatThrownBy(() -> rows.of(List.of(Map.of("cement", 1e300, "water", 1))))
        .hasMessageContaining("row 0: column \"cement\": Infinity");
  }

  @Test
  void namesUnknownAndMissingColumns() {
    assertThatThrownBy(() -> rows.of(List.of(Map.of("cement", 1, "water", 2, "sand", 3))))
        .hasMessage("row 0: unknown column \"sand\" (expected: [cement, water])");
    assertThatThrownBy(() -> rows.of(List.of(Map.of("cement", 1, "water", 2), Map.of("cement", 1))))
        .hasMessage("row 1: column \"water\" is missing");
  }
}
