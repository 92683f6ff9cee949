// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.schema.DateForm;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.TableSchema;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.problem.InputException;
import io.otd.table.settings.ColumnSettings;
import io.otd.table.settings.ColumnSettings.DateOrder;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DateFitTest {
  private static final ColumnSettings STANDARD = ColumnSettings.STANDARD;

  private static Table table(String... dates) {
    return Table.of(
        TextColumn.of("when", dates),
        NumericColumn.of("y", IntStream.range(0, dates.length).toArray()));
  }

  private static TableRoles roles(Table table, ColumnSettings settings) {
    return SchemaInference.of(
        new Table(
            List.of(
                table.column("when"),
                NumericColumn.of("x", new int[table.rows()]),
                table.column("y"))),
        List.of("y"),
        settings);
  }

  private static ColumnRole role(ColumnSettings settings, String... dates) {
    return roles(table(dates), settings).roles().get("when");
  }

  private static DateInput fitted(ColumnSettings settings, String... dates) {
    Table table = table(dates);
    TableRoles roles = SchemaInference.of(table, List.of("y"), settings);
    TableSchema schema =
        EncodingFit.of(
                table,
                roles,
                settings,
                IntStream.range(0, dates.length).toArray(),
                RowWeights.equal(dates.length))
            .encoding()
            .schema();
    return (DateInput) schema.inputs().get(0);
  }

  @Test
  void dates_have_a_role_of_their_own() {
    assertThat(role(STANDARD, "2024-03-01", "2024-3-2T10:00", "")).isEqualTo(ColumnRole.DATE);
    assertThat(role(STANDARD, "31.1.2024", "1.2.2024")).isEqualTo(ColumnRole.DATE);
    assertThat(role(STANDARD, "01/31/2024", "02/01/2024")).isEqualTo(ColumnRole.DATE);
    assertThat(role(STANDARD, "2024-03-01", "2024-02-30", "2024-02-30"))
        .isEqualTo(ColumnRole.CATEGORICAL);
    assertThat(role(STANDARD.withCategorical(List.of("when")), "2024-03-01"))
        .isEqualTo(ColumnRole.CATEGORICAL);
  }

  @Test
  void dates_with_ambiguous_day_and_month_need_a_setting() {
    String[] dates = {"01/02/2024", "03/04/2024", "03/04/2024"};
    TableRoles roles = roles(table(dates), STANDARD);

    assertThat(roles.roles()).containsEntry("when", ColumnRole.CATEGORICAL);
    assertThat(roles.notices())
        .anySatisfy(n -> assertThat(n).contains("\"01/02/2024\"", "columns.date_order"));
    assertThat(fitted(STANDARD.withDateOrder(DateOrder.DAY_FIRST), dates).form())
        .isEqualTo(DateForm.DAY_FIRST);
    assertThat(fitted(STANDARD.withDateOrder(DateOrder.MONTH_FIRST), dates).form())
        .isEqualTo(DateForm.MONTH_FIRST);
    assertThatThrownBy(() -> fitted(STANDARD.withDate(List.of("when")), dates))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("columns.date: column \"when\", dates such as");
  }

  @Test
  void the_hour_is_a_feature_if_any_cell_has_one() {
    assertThat(fitted(STANDARD, "2024-03-01", "2025-03-02").features())
        .containsExactly("when: days", "when: year", "when: month", "when: weekday");
    assertThat(fitted(STANDARD, "2024-03-01", "2025-03-02 10:00", "").features())
        .containsExactly(
            "when: days",
            "when: year",
            "when: month",
            "when: weekday",
            "when: hour",
            "when: missing");
  }

  @Test
  void date_features_are_standardised_on_the_training_rows() {
    DateInput input = fitted(STANDARD, "2024-01-01", "2024-01-03");
    float[] row = new float[input.width()];

    input.encode("2024-01-03", row, 0);

    // Days and weekdays lie one standard deviation from their mean; the month is constant.
    assertThat(row[0]).isEqualTo(1);
    assertThat(row[2]).isZero();
    assertThat(row[3]).isEqualTo(1);
  }

  @Test
  void numbers_are_dates_if_declared_as_dates() {
    Table table =
        Table.of(NumericColumn.of("when", 20240131, 20240201), NumericColumn.of("y", 1, 2));
    ColumnSettings settings = STANDARD.withDate(List.of("when"));

    TableRoles roles = SchemaInference.of(table, List.of("y"), settings);
    EncodingFit fit = EncodingFit.of(table, roles, settings, new int[] {0, 1}, RowWeights.equal(2));

    assertThat(fit.encoding().schema().inputs().get(0))
        .isInstanceOfSatisfying(
            DateInput.class, date -> assertThat(date.form()).isEqualTo(DateForm.COMPACT));
    assertThat(fit.encoding().inputs(table, new int[] {1})[0]).isEqualTo(1);
  }

  @Test
  void a_text_that_is_not_a_date_is_reported_in_a_declared_date_column() {
    assertThatThrownBy(() -> fitted(STANDARD.withDate(List.of("when")), "2024-03-01", "tomorrow"))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "columns.date: column \"when\", \"tomorrow\" in row 2 (expected: a date such as 2024-03-31)");
  }
}
