// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.realdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.NumericColumn;
import io.otd.table.Table;
import java.util.List;
import org.junit.jupiter.api.Test;

class TargetScaleTest {
  private static Table table(double... values) {
    return new Table(
        List.of(new NumericColumn("y", values), new NumericColumn("x", new double[values.length])));
  }

  @Test
  void a_log_target_is_renamed_and_placed_last() {
    Table scaled = TargetScale.LOG.of(table(1, Math.E), "y");
    assertThat(scaled.columns().get(1).name()).isEqualTo("log(y)");
    assertThat(scaled.column("log(y)").numbers()).containsExactly(0, 1);
  }

  @Test
  void a_value_without_a_logarithm_is_refused() {
    assertThatThrownBy(() -> TargetScale.LOG1P.of(table(0, -1), "y"))
        .hasMessage("row 2: y is -1.0 (expected: above -1.0)");
  }

  @Test
  void only_a_logarithm_shifts_the_likelihood() {
    assertThat(TargetScale.IDENTITY.likelihoodShift(3)).isZero();
    assertThat(TargetScale.LOG.likelihoodShift(3)).isEqualTo(3);
  }
}
