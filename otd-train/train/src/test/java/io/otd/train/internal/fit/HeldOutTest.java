// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.calibration.RowGroup;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.schema.LogTransform;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TargetSupport;
import io.otd.train.internal.result.ValidationEstimate;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldOutTest {
  /** Of two rows, three draws each, whose medians are 0 and 10. */
  private static HeldOut rows(TargetColumn target) {
    Draws draws = new Draws(3, 2, 1, new double[] {-1, 4, 0, 10, 9, 80});
    return held(draws, new double[][] {{1.5}, {8}}, target);
  }

  private static HeldOut held(Draws draws, double[][] observed, TargetColumn target) {
    int rows = observed.length;
    return new HeldOut(
        draws,
        observed,
        RowWeights.equal(rows),
        List.of(target),
        Collections.nCopies(rows, RowGroup.NONE));
  }

  /** The farthest value is 2 from its median: 2 scales of 3 beyond the range from -6 to 30. */
  @Test
  void no_draw_counts_farther_out_than_the_farthest_value_from_its_median() {
    TargetColumn target = TargetColumn.scaled("y", 0, 3);
    double[][] training = {{-6}, {30}, {1}};
    TargetColumn bounded = rows(target).withTails(training, j -> false).get(0);
    assertThat(bounded.back(-1e9)).isCloseTo(-12, within(1e-6)).isGreaterThan(-12);
    assertThat(bounded.back(1e9)).isCloseTo(36, within(1e-6)).isLessThan(36);
    assertThat(bounded.back(3)).isEqualTo(target.back(3));
    assertThat(bounded.description()).endsWith("; predictions within [-12, 36]");
  }

  @Test
  void a_target_free_to_take_any_value_or_already_bounded_stays_as_it_is() {
    TargetColumn target = TargetColumn.scaled("y", 0, 3);
    assertThat(rows(target).withTails(new double[][] {{1}}, j -> true)).containsExactly(target);
    TargetColumn log = new TargetColumn("y", new LogTransform(), 0, 1, -3, 3);
    assertThat(rows(log).withTails(new double[][] {{1}}, j -> false)).containsExactly(log);
  }

  /** Three draws of 8 are 7 from a value of 15, and 0 from one another. */
  @Test
  void the_score_in_the_targets_units_is_that_of_the_values_as_they_are() {
    TargetColumn target = TargetColumn.scaled("y", 0, 10).withTails(-1, 1, .2);
    Draws draws = new Draws(3, 1, 1, new double[] {.8, .8, .8});
    HeldOut beyond = held(draws, new double[][] {{1.5}}, target);
    assertThat(beyond.estimate(1).energyScore()).isCloseTo(7, within(1e-12));

    TargetSupport whole = new TargetSupport(0, 9, new TargetSupport.Lattice(1, 1));
    HeldOut between = beyond.with(List.of(TargetColumn.scaled("y", 0, 10).with(whole)));
    assertThat(between.estimate(1).energyScore()).isCloseTo(7, within(1e-12));
  }

  /** Two fields of two points, whose scores are 1 and 3, and 5 and 7: 2 and 6 by field. */
  @Test
  void the_error_of_fields_is_that_from_field_to_field() {
    TargetColumn target = TargetColumn.scaled("y", 0, 1);
    Draws draws = new Draws(1, 4, 1, new double[4]);
    HeldOut held = held(draws, new double[][] {{1}, {3}, {5}, {7}}, target);
    assertThat(held.estimate(2).energyScore()).isCloseTo(4, within(1e-12));
    assertThat(held.estimate(2).energyScoreError()).isCloseTo(2, within(1e-12));
    assertThat(held.estimate(2).text()).endsWith(" on 2 held-out fields");
    assertThat(held.estimate(1).text()).endsWith(" on 4 held-out rows");
    assertThat(ValidationEstimate.of(held.estimate(2).metrics())).contains(held.estimate(2));
  }
}
