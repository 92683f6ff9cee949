// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.realdata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.problem.InputException;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class DataSetTest {
  @Test
  void lists_eleven_distinct_data_sets_with_their_peers() {
    List<DataSet> all = DataSet.all();
    assertThat(all).hasSize(11);
    assertThat(new HashSet<>(all.stream().map(DataSet::openml).toList())).hasSize(11);
    for (DataSet set : all) {
      assertThat(set.peers()).as(set.name()).hasSizeGreaterThanOrEqualTo(8);
      double neural = set.best("energy_score", true).orElseThrow().scores().get("energy_score");
      double best = set.best("energy_score", false).orElseThrow().scores().get("energy_score");
      assertThat(best).as(set.name()).isPositive().isLessThanOrEqualTo(neural);
    }
  }

  @Test
  void the_best_peer_has_the_lowest_score() {
    DataSet concrete =
        DataSet.all().stream().filter(s -> s.name().equals("concrete")).findFirst().orElseThrow();
    assertThat(concrete.best("energy_score", true).orElseThrow().method())
        .isEqualTo("MC Dropout with noise");
    assertThat(concrete.best("energy_score", false).orElseThrow().method())
        .isEqualTo("boosted trees, conformal");
    assertThat(concrete.best("mace", false).orElseThrow().method()).isEqualTo("NGBoost");
    assertThat(concrete.best("unknown", false)).isEmpty();
  }

  @Test
  void a_target_is_transformed_and_renamed() {
    Table table =
        new Table(
            List.of(
                new NumericColumn("area", new double[] {0, 1, Math.E - 1}),
                new NumericColumn("x", new double[] {1, 2, 3})));
    Table onScale = TargetScale.LOG1P.of(table, "area");
    assertThat(onScale.names()).containsExactly("x", "log(1 + area)");
    assertThat(onScale.column("log(1 + area)").numbers())
        .containsExactly(new double[] {0, Math.log(2), 1}, within(1e-15));
    assertThat(TargetScale.IDENTITY.of(table, "area")).isSameAs(table);
    assertThatThrownBy(() -> TargetScale.LOG.of(table, "area"))
        .isInstanceOf(InputException.class)
        .hasMessage("row 1: area is 0.0 (expected: above 0.0)");
  }

  /**
   * A standard normal on this scale is a log-normal: its density at y is {@code phi(log y) / y}.
   */
  @Test
  void a_likelihood_is_converted_back_to_the_units_of_the_target() {
    double[] y = {.5, 2, 7};
    double onScale = 0;
    double own = 0;
    double mean = 0;
    for (double v : y) {
      double s = Math.log(v);
      onScale += (.5 * Math.log(2 * Math.PI) + .5 * s * s) / y.length;
      own -= Math.log(Math.exp(-.5 * s * s) / (v * Math.sqrt(2 * Math.PI))) / y.length;
      mean += s / y.length;
    }
    assertThat(onScale + TargetScale.LOG.likelihoodShift(mean)).isCloseTo(own, within(1e-12));
    assertThat(TargetScale.IDENTITY.likelihoodShift(mean)).isZero();
  }
}
