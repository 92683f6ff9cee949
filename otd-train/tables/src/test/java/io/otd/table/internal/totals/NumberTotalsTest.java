// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.totals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.metrics.Moments;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NumberTotalsTest {
  private static final int COUNT = 20_000;

  /** Far from 0, with a small spread: the naive sum of squares has no correct digit of it. */
  private static double[] values() {
    SplittableRandom random = new SplittableRandom(1);
    return random.doubles(COUNT, 1e9, 1e9 + 1).toArray();
  }

  private static NumberTotals inParts(double[] values, int parts, boolean backwards) {
    NumberTotals all = new NumberTotals();
    for (int p = 0; p < parts; p++) {
      NumberTotals part = new NumberTotals();
      for (int i = p; i < values.length; i += parts) {
        part.add(values[backwards ? values.length - 1 - i : i], 1);
      }
      all.add(part);
    }
    return all;
  }

  @Test
  void mean_and_spread_match_exact_arithmetic() {
    double[] values = values();
    BigDecimal n = BigDecimal.valueOf(COUNT);
    BigDecimal mean =
        Arrays.stream(values)
            .mapToObj(BigDecimal::new)
            .reduce(BigDecimal.ZERO, BigDecimal::add)
            .divide(n, MathContext.DECIMAL128);
    BigDecimal variance =
        Arrays.stream(values)
            .mapToObj(v -> new BigDecimal(v).subtract(mean).pow(2))
            .reduce(BigDecimal.ZERO, BigDecimal::add)
            .divide(n, MathContext.DECIMAL128);
    Moments moments = inParts(values, 3, false).moments();
    assertThat(moments.mean()).isEqualTo(mean.doubleValue());
    double deviation = Math.sqrt(variance.doubleValue());
    // The square roots of two roundings of the variance.
    assertThat(moments.scale()).isCloseTo(deviation, within(2 * Math.ulp(deviation)));
  }

  @Test
  void totals_do_not_depend_on_partition_or_order() {
    double[] values = values();
    Moments expected = inParts(values, 1, false).moments();
    for (int parts : List.of(2, 7, 1000)) {
      assertThat(inParts(values, parts, true).moments()).isEqualTo(expected);
    }
    assertThat(inParts(values, 7, true).least())
        .isEqualTo(Arrays.stream(values).min().orElseThrow());
    assertThat(inParts(new double[] {1, 2, 5}, 2, false).whole()).isTrue();
    assertThat(inParts(new double[] {1, 2.5, 5}, 2, false).whole()).isFalse();
  }

  @Test
  void numbers_of_any_size_and_sign_are_summed_exactly() {
    double[] values = {1e300, -1e-300, 3, -1e300, Double.MIN_VALUE, -2.5, 1e-300, -1e16, 1e16};
    ExactSum sum = new ExactSum();
    for (double value : values) {
      sum.add(value);
    }
    assertThat(sum.value())
        .isEqualByComparingTo(
            Arrays.stream(values)
                .mapToObj(BigDecimal::new)
                .reduce(BigDecimal.ZERO, BigDecimal::add));
  }

  @Test
  void equal_numbers_have_no_spread() {
    double[] same = new double[1001];
    Arrays.fill(same, .1f);
    assertThat(inParts(same, 10, false).moments()).isEqualTo(new Moments(.1f, 1));
  }

  /** Weights of 3, 0.1 and 1 against three copies; 0.1 is no binary number, and yet exact. */
  @Test
  void a_weight_counts_as_copies_in_any_order_and_parts() {
    double[] values = values();
    NumberTotals weighed = new NumberTotals();
    NumberTotals backwards = new NumberTotals();
    NumberTotals copies = new NumberTotals();
    for (int i = 0; i < values.length; i++) {
      int last = values.length - 1 - i;
      weighed.add(values[i], i % 3 == 0 ? 3 : 1);
      backwards.add(values[last], last % 3 == 0 ? .3 : .1);
      for (int copy = 0; copy < (i % 3 == 0 ? 3 : 1); copy++) {
        copies.add(values[i], 1);
      }
    }
    assertThat(weighed.moments()).isEqualTo(copies.moments());
    assertThat(weighed.count()).isEqualTo(values.length);
    Moments ofTenths = backwards.moments();
    assertThat(ofTenths.mean()).isCloseTo(copies.moments().mean(), within(1e-6));
    assertThat(ofTenths.scale()).isCloseTo(copies.moments().scale(), within(1e-12));
  }

  @Test
  void texts_count_by_their_weights() {
    TextTotals some = new TextTotals();
    some.add("a", 1);
    some.add("a", .5);
    TextTotals others = new TextTotals();
    others.add("a", 2.5);
    others.add("b", 1);
    some.add(others);
    assertThat(some.weight("a")).isEqualTo(4);
    assertThat(some.weight("b")).isEqualTo(1);
    assertThat(some.weight("c")).isZero();
    assertThat(some.counts()).containsEntry("a", 3L);
  }

  @Test
  void texts_are_counted_up_to_a_bound() {
    TextTotals some = new TextTotals();
    some.add("b", 1);
    some.add("a", 1);
    TextTotals others = new TextTotals();
    others.add("b", 1);
    some.add(others);
    assertThat(some.counts().toString()).isEqualTo("{a=1, b=2}");
    assertThat(some.tooMany()).isFalse();
    for (int i = 0; i < TextTotals.MOST_TEXTS; i++) {
      others.add("text " + i, 1);
    }
    some.add(others);
    assertThat(some.tooMany()).isTrue();
  }
}
