// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.otd.core.schema.BooleanInput;
import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.IdentityTransform;
import io.otd.core.schema.MissingRule;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A number, then two columns of categories, one of yes and no. */
class GroupColumnsTest {
  private static final CategoricalInput SITE =
      new CategoricalInput("site", List.of("a", "b", ""), List.of(.5, .3, .2), false, true);
  private static final CategoricalInput MANY =
      new CategoricalInput("many", List.of("1", "2"), List.of(.5, .3), true, false);
  private static final BooleanInput FLAG =
      new BooleanInput("flag", List.of("no", "No"), List.of("yes"), .25, .4, MissingRule.INDICATED);
  private static final TableSchema SCHEMA =
      new TableSchema(
          List.of(NumericInput.plain("x"), SITE, MANY, FLAG),
          List.of(
              new TargetColumn(
                  "y",
                  new IdentityTransform(),
                  0,
                  1,
                  Double.NEGATIVE_INFINITY,
                  Double.POSITIVE_INFINITY)));

  private static RowGroup byInputs(GroupColumns columns, String... cells) {
    return columns.of(SCHEMA.encode(new float[] {1}, List.of(cells))).get(0);
  }

  private static RowGroup both(GroupColumns columns, String... cells) {
    RowGroup group = byInputs(columns, cells);
    assertThat(columns.of(cells, 0)).isEqualTo(group);
    return group;
  }

  @Test
  void cells_and_the_networks_inputs_show_the_same_group() {
    GroupColumns columns = GroupColumns.of(SCHEMA, List.of("site", "flag"));
    assertThat(both(columns, "b", "1", "yes").categories())
        .isEqualTo(Map.of("site", "b", "flag", "yes"));
    assertThat(both(columns, " b ", "1", "true")).isEqualTo(both(columns, "b", "2", "yes"));
    assertThat(both(columns, "a", "1", "No")).isEqualTo(both(columns, "a", "1", "no"));
  }

  @Test
  void a_row_with_a_missing_or_unknown_category_has_none() {
    GroupColumns site = GroupColumns.of(SCHEMA, List.of("site"));
    GroupColumns many = GroupColumns.of(SCHEMA, List.of("many"));
    GroupColumns flag = GroupColumns.of(SCHEMA, List.of("flag"));
    assertThat(both(site, "", "1", "no")).isEqualTo(RowGroup.NONE);
    assertThat(both(site, "c", "1", "no")).isEqualTo(RowGroup.NONE);
    assertThat(both(many, "a", "3", "no")).isEqualTo(RowGroup.NONE);
    assertThat(both(flag, "a", "1", "")).isEqualTo(RowGroup.NONE);
    assertThat(both(many, "a", "2.0", "no").label()).isEqualTo("2");
  }

  @Test
  void each_condition_holds_for_the_rows_of_the_group_alone() {
    GroupColumns columns = GroupColumns.of(SCHEMA, List.of("flag"));
    List<GroupColumns.Condition> yes = columns.conditions(new RowGroup(Map.of("flag", "yes")));
    for (String cell : List.of("no", "No", "yes", "")) {
      float[] x = SCHEMA.encode(new float[] {1}, List.of("a", "1", cell));
      assertThat(yes).allMatch(c -> (x[c.input()] == c.value()) == cell.equals("yes"));
    }
  }

  @Test
  void a_column_without_categories_is_refused_by_its_name() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GroupColumns.of(SCHEMA, List.of("x")))
        .withMessage("\"x\": numeric (expected: a column of categories)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GroupColumns.of(SCHEMA, List.of("z")))
        .withMessageStartingWith("\"z\": no input column (expected: one of [x, site");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> GroupColumns.ofGroups(SCHEMA, List.of(new RowGroup(Map.of("site", "elsewhere")))))
        .withMessageContaining("\"site\" (expected: one of [a, b, ]");
  }
}
