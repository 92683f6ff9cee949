// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.gaps;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.schema.BooleanInput;
import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.MissingRule;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import java.util.List;
import org.junit.jupiter.api.Test;

class GapFillingTest {
  private static final double INFINITY = Double.POSITIVE_INFINITY;

  private static NumericInput number(String name, MissingRule missing) {
    return new NumericInput(name, 0, 1, -INFINITY, INFINITY, 7.25, missing);
  }

  private final TableSchema schema =
      new TableSchema(
          List.of(
              number("x", MissingRule.REFUSED),
              number("filled", MissingRule.FILLED),
              new CategoricalInput("c", List.of("a", "(missing)"), List.of(.5, .5), false, false),
              new BooleanInput("b", List.of("no"), List.of("yes"), .7, .4, MissingRule.REFUSED)),
          List.of(TargetColumn.plain("y")));

  private static Table table(double x, double filled, String c, String b) {
    return Table.of(
        new NumericColumn("x", new double[] {x, 1}),
        new NumericColumn("filled", new double[] {filled, 1}),
        TextColumn.of("c", c, "a"),
        TextColumn.of("b", b, "no"));
  }

  @Test
  void a_table_without_gaps_is_left_as_it_is() {
    GapFilling gaps = new GapFilling(schema);
    Table table = table(1, 1, "a", "no");

    assertThat(gaps.filled(table)).isSameAs(table);
    assertThat(gaps.add(table).notices()).isEmpty();
  }

  @Test
  void gaps_are_the_fill_an_unknown_category_and_the_more_frequent_word() {
    Table filled = new GapFilling(schema).filled(table(Double.NaN, Double.NaN, "", ""));

    assertThat(filled.numbers("x")).containsExactly(7.25, 1);
    assertThat(filled.numbers("filled")).as("the model knows what to do").contains(Double.NaN);
    assertThat(filled.column("c").texts().text(0)).isEqualTo("((missing))");
    assertThat(filled.column("b").texts().text(0)).isEqualTo("yes");
  }

  @Test
  void one_notice_counts_the_gaps_of_all_columns_and_blocks() {
    GapFilling gaps = new GapFilling(schema);
    gaps.add(table(Double.NaN, Double.NaN, "", "no")).add(table(Double.NaN, 1, "a", ""));

    assertThat(gaps.notices())
        .containsExactly(
            "missing cells in columns that had none in training, of 4 rows:"
                + " \"x\" 2 (as 7.25), \"c\" 1 (as an unknown category), \"b\" 1 (as yes)");
  }
}
