// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.coverage.Coverage;
import io.otd.core.internal.coverage.JointCoverage;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.CentralIntervals;
import io.otd.core.schema.TargetColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two dependent outputs, and predictions that are wrong and do not know of the dependence. */
class JointIntervalsTest {
  private static final List<TargetColumn> TARGETS =
      List.of(TargetColumn.plain("first"), TargetColumn.plain("second"));
  private static final ConformalRule JOINT =
      new ConformalRule.Normalized(List.of(1e-3, 1e-3), true);
  private static final ConformalRule APART =
      new ConformalRule.Normalized(List.of(1e-3, 1e-3), false);

  /** Of the first output too narrow, of the second too wide; in different units. */
  private static Draws draws(Random random, int rows) {
    double[] values = new double[20 * rows * 2];
    Arrays.setAll(
        values, i -> i % 2 == 0 ? .3 + .5 * random.nextGaussian() : 150 * random.nextGaussian());
    return new Draws(20, rows, 2, values);
  }

  /** Correlation 0.6, deviations 1 and 100. */
  private static double[][] observed(Random random, int rows) {
    double[][] result = new double[rows][];
    for (int i = 0; i < rows; i++) {
      double first = random.nextGaussian();
      result[i] = new double[] {first, 100 * (.6 * first + .8 * random.nextGaussian())};
    }
    return result;
  }

  private static ConformalCalibration fitted(
      ConformalRule rule, double level, Draws draws, double[][] observed, List<RowGroup> of) {
    ConformalFit fit = new ConformalFit(rule, List.of(level));
    int half = observed.length / 2;
    int rows = observed.length;
    for (int[] block : new int[][] {{0, half}, {half, rows}}) {
      int n = block[1] - block[0];
      fit.add(
          draws.rows(block[0], block[1]),
          Arrays.copyOfRange(observed, block[0], block[1]),
          RowWeights.equal(n),
          of.subList(block[0], block[1]));
    }
    return fit.fitted();
  }

  private static List<RowGroup> none(int rows) {
    return Collections.nCopies(rows, RowGroup.NONE);
  }

  private static boolean[] together(CentralIntervals box, double[][] observed) {
    boolean[] result = new boolean[observed.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = box.contains(i, 0, observed[i][0]) && box.contains(i, 1, observed[i][1]);
    }
    return result;
  }

  private static int count(boolean[] covered) {
    return (int) IntStream.range(0, covered.length).filter(i -> covered[i]).count();
  }

  /**
   * With n = 9 calibration rows and level 0.8, a new row is covered with probability 8 / 10: see
   * the same test of single outputs. Of 3000 calibrations, the share has standard error 0.0073;
   * four of them are allowed. Intervals of each output alone cover both of a row far less often:
   * with a correlation of 0.6, about 0.68.
   */
  @Test
  void all_outputs_of_a_new_row_are_covered_together_at_the_exact_rate() {
    Random random = new Random(5);
    int joint = 0;
    int apart = 0;
    for (int r = 0; r < 3000; r++) {
      Draws draws = draws(random, 9);
      double[][] observed = observed(random, 9);
      Draws next = draws(random, 1);
      double[][] then = observed(random, 1);
      joint += count(together(box(JOINT, draws, observed, next), then));
      apart += count(together(box(APART, draws, observed, next), then));
    }
    assertThat(joint / 3000.0).isCloseTo(.8, within(4 * .0073));
    assertThat(apart / 3000.0).isLessThan(.8 - 10 * .0073);
  }

  private static CentralIntervals box(
      ConformalRule rule, Draws draws, double[][] observed, Draws next) {
    return fitted(rule, .8, draws, observed, none(observed.length)).intervals(next, TARGETS).get(0);
  }

  /** 50 rows at level 0.9: the smallest box, in deviations, that holds 46 of them. */
  @Test
  void the_box_is_the_smallest_that_holds_enough_calibration_rows() {
    Random random = new Random(6);
    Draws draws = draws(random, 50);
    double[][] observed = observed(random, 50);
    ConformalCalibration fitted = fitted(JOINT, .9, draws, observed, none(50));
    List<Double> offsets = fitted.levels().get(0).offsets();
    assertThat(offsets.get(1)).isEqualTo(offsets.get(0));
    assertThat(count(inside(fitted, draws, observed, 1 + 1e-12))).isEqualTo(46);
    assertThat(count(inside(fitted, draws, observed, 1 - 1e-12))).isEqualTo(45);
  }

  /** Which rows lie in a box that is larger by a factor, found without the rule. */
  private static boolean[] inside(
      ConformalCalibration fitted, Draws draws, double[][] observed, double factor) {
    double q = factor * fitted.levels().get(0).offsets().get(0);
    boolean[] result = new boolean[observed.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = true;
      for (int j = 0; j < 2; j++) {
        double away = Math.abs(observed[i][j] - draws.mean(i, j));
        result[i] &= away <= q * draws.standardDeviation(i, j);
      }
    }
    return result;
  }

  @Test
  void each_group_has_a_box_of_its_own() {
    Random random = new Random(7);
    RowGroup wild = new RowGroup(Map.of("site", "wild"));
    List<RowGroup> of =
        IntStream.range(0, 400).mapToObj(i -> i % 2 == 0 ? wild : RowGroup.NONE).toList();
    Draws draws = draws(random, 400);
    double[][] observed = observed(random, 400);
    for (int i = 0; i < 400; i += 2) {
      observed[i][1] *= 5;
    }
    ConformalCalibration fitted = fitted(JOINT, .9, draws, observed, of);
    boolean[] covered = together(fitted.intervals(draws, of, TARGETS).get(0), observed);
    // Of 200 rows of the group, the 181st smallest score.
    assertThat(IntStream.range(0, 400).filter(i -> i % 2 == 0 && covered[i]).count())
        .isEqualTo(181);
  }

  /**
   * All orders of n calibration scores and m new ones are equally likely: the number of new scores
   * that are at most the k-th smallest of calibration is counted over all of them.
   */
  @ParameterizedTest
  @CsvSource({"9, 8, .8", "12, 7, .9", "4, 10, .5", "10, 6, .5", "1, 12, .5"})
  void the_band_is_that_of_all_orders_of_calibration_and_new_rows(int n, int m, double level) {
    int rank = (int) Math.ceil(level * (n + 1) - 1e-9);
    double[] probability = new double[m + 1];
    int orders = 0;
    for (int set = 0; set < 1 << (n + m); set++) {
      if (Integer.bitCount(set) == n) {
        int place = 0;
        for (int seen = 0; seen < rank; place++) {
          seen += (set >> place) & 1;
        }
        probability[place - rank]++;
        orders++;
      }
    }
    double total = orders;
    Arrays.setAll(probability, x -> probability[x] / total);
    Coverage.Band band = new ConformalCoverage(level, n).band(m);
    int low = (int) Math.round(band.low() * m);
    int high = (int) Math.round(band.high() * m);
    assertThat(sum(probability, 0, low)).isLessThan(.025);
    assertThat(sum(probability, 0, low + 1)).isGreaterThanOrEqualTo(.025);
    assertThat(sum(probability, high + 1, m + 1)).isLessThanOrEqualTo(.025);
    assertThat(sum(probability, high, m + 1)).isGreaterThan(.025);
  }

  private static double sum(double[] values, int from, int to) {
    return Arrays.stream(values, from, to).sum();
  }

  @Test
  void with_very_many_calibration_rows_the_band_is_binomial() {
    Coverage all = new Coverage(.9, .9, 500, 500);
    assertThat(new ConformalCoverage(.9, 100_000_000).band(500)).isEqualTo(all.band(.05));
    assertThat(new ConformalCoverage(.9, 8).band(500)).isEqualTo(new Coverage.Band(1, 1));
  }

  @Test
  void the_coverage_of_all_outputs_is_that_of_rows_where_none_is_outside() {
    Random random = new Random(8);
    List<BitSet> inside = new ArrayList<>();
    for (int j = 0; j < 2; j++) {
      BitSet rows = new BitSet();
      IntStream.range(0, 300).filter(i -> random.nextInt(10) > 0).forEach(rows::set);
      inside.add(rows);
    }
    double[] weights = IntStream.range(0, 300).mapToDouble(i -> 1 + i % 3).toArray();
    double both = 0;
    double first = 0;
    for (int i = 0; i < 300; i++) {
      both += inside.get(0).get(i) && inside.get(1).get(i) ? weights[i] : 0;
      first += inside.get(0).get(i) ? weights[i] : 0;
    }
    JointCoverage joint =
        JointCoverage.of(
            .8,
            Map.of("a", inside.get(0), "b", inside.get(1)),
            new RowWeights(weights),
            new ConformalCoverage(.8, 1000)::band);
    assertThat(joint.all().share()).isCloseTo(both / 600, within(1e-12));
    assertThat(joint.targets().get("a").share()).isCloseTo(first / 600, within(1e-12));
    assertThat(joint.holds()).isTrue();
    assertThat(joint.sentence())
        .endsWith(" % of 300 rows have all targets in their 80 % intervals");
  }
}
