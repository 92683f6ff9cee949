// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.calibration.ConformalCoverage.Part;
import io.otd.core.internal.coverage.Coverage;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The band of chance of rows in groups that have calibration rows of their own. */
class ConformalCoverageTest {
  /**
   * Scores are uniform, so that an offset covers the share that it is. Of 30 scores the level 0.95
   * needs the largest: each group covers 30 of 31 rows on average. Of 400 calibrations 20 are
   * expected outside, with standard deviation 4.4; four of them are allowed.
   */
  @Test
  void one_in_twenty_calibrations_of_many_small_groups_is_outside() {
    Random random = new Random(11);
    Coverage.Band band =
        new ConformalCoverage(.95, Collections.nCopies(30, new Part(1.0 / 30, 30))).band(1800);
    int outside = 0;
    for (int r = 0; r < 400; r++) {
      int covered = 0;
      for (int group = 0; group < 30; group++) {
        double offset = random.doubles(30).max().orElseThrow();
        covered += (int) random.doubles(60).filter(score -> score <= offset).count();
      }
      outside += band.contains(covered / 1800.0) ? 0 : 1;
    }
    assertThat(outside).isBetween(3, 37);
  }

  @Test
  void rows_of_groups_without_offsets_of_their_own_count_by_all_calibration_rows() {
    Random random = new Random(12);
    List<RowGroup> of = new ArrayList<>();
    for (int rows : new int[] {200, 40, 10}) {
      of.addAll(Collections.nCopies(rows, site(Integer.toString(rows))));
    }
    double[][] observed = new double[250][];
    Arrays.setAll(observed, i -> new double[] {random.nextGaussian()});
    ConformalFit fit =
        new ConformalFit(new ConformalRule.Normalized(List.of(1.0), true), List.of(.5, .99));
    fit.add(new Draws(2, 250, 1, new double[500]), observed, RowWeights.equal(250), of);
    ConformalCalibration fitted = fit.fitted();
    Map<RowGroup, Double> rows =
        Map.of(site("200"), 2.0, site("40"), 4.0, site("10"), 1.0, RowGroup.NONE, 1.0);
    assertThat(ConformalCoverage.of(.5, fitted, rows).parts())
        .containsExactlyInAnyOrder(new Part(.25, 200), new Part(.5, 40), new Part(.25, 250));
    // 40 rows are too few for this level: they have the offsets of all.
    assertThat(ConformalCoverage.of(.99, fitted, rows).parts())
        .containsExactlyInAnyOrder(new Part(.25, 200), new Part(.75, 250));
    assertThat(ConformalCoverage.of(.5, fitted, Map.of(RowGroup.NONE, 3.0)))
        .isEqualTo(new ConformalCoverage(.5, 250));
  }

  private static RowGroup site(String name) {
    return new RowGroup(Map.of("site", name));
  }
}
