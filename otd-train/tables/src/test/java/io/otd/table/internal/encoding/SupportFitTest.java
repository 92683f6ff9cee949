// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.schema.TargetSupport;
import io.otd.core.schema.TargetSupport.Lattice;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SupportFitTest {
  private static final double INFINITY = Double.POSITIVE_INFINITY;

  private static SupportFit fit(String setting, double... values) {
    return named("y", setting, values);
  }

  private static SupportFit named(String name, String setting, double... values) {
    double[] ascending = values.clone();
    Arrays.sort(ascending);
    return SupportFit.of(name, setting, ascending);
  }

  /** Normal values clipped to bounds. */
  private static double[] clipped(int rows, double least, double greatest) {
    Random random = new Random(5);
    return IntStream.range(0, rows)
        .mapToDouble(i -> Math.max(least, Math.min(greatest, random.nextGaussian())))
        .toArray();
  }

  @Test
  void finds_bounds_attained_by_many_rows() {
    assertThat(fit("auto", clipped(500, 0, INFINITY)).support())
        .isEqualTo(TargetSupport.between(0, INFINITY));
    assertThat(fit("auto", clipped(500, -INFINITY, 1)).support())
        .isEqualTo(TargetSupport.between(-INFINITY, 1));
    assertThat(fit("auto", clipped(500, -1, 1)).support()).isEqualTo(TargetSupport.between(-1, 1));
  }

  @Test
  void finds_no_bound_attained_by_few_rows() {
    assertThat(fit("auto", clipped(500, -INFINITY, INFINITY))).isEqualTo(SupportFit.REAL);
    // About 1.4 % lie beyond 2.2.
    assertThat(fit("auto", clipped(5000, -INFINITY, 2.2)).support()).isEqualTo(TargetSupport.REAL);
    // A share of 0.16, but five rows.
    assertThat(fit("auto", clipped(30, -INFINITY, 1)).support()).isEqualTo(TargetSupport.REAL);
    assertThat(fit("auto", 3, 3, 3, 3, 3, 3, 3, 3, 3, 3)).isEqualTo(SupportFit.REAL);
  }

  @Test
  void a_target_that_is_never_negative_approaches_0() {
    TargetSupport above = TargetSupport.between(0, INFINITY);
    assertThat(fit("auto", 2.5, 7, 40).approached()).isEqualTo(above);
    assertThat(fit("auto", 0, 7, 40).approached()).isEqualTo(above);
    assertThat(fit("auto", -2.5, -7, -40).approached())
        .isEqualTo(TargetSupport.between(-INFINITY, 0));
    assertThat(fit("auto", -1, 7, 40).approached()).isEqualTo(TargetSupport.REAL);
    assertThat(fit("real", 2.5, 7, 40)).isEqualTo(SupportFit.REAL);
    assertThat(fit("0..", 2.5, 7, 40).approached()).isEqualTo(TargetSupport.REAL);
  }

  @Test
  void a_bound_out_of_reach_is_none() {
    assertThat(fit("auto", 35, 36, 40).approached()).isEqualTo(TargetSupport.REAL);
    assertThat(fit("auto", .95, .97, .99).approached())
        .isEqualTo(TargetSupport.between(-INFINITY, 1));
  }

  @Test
  void shares_and_percentages_approach_both_ends() {
    TargetSupport percent = TargetSupport.between(0, 100);
    assertThat(fit("auto", .1, .3, .8).approached()).isEqualTo(TargetSupport.between(0, 1));
    for (String name : new String[] {"humidity (%)", "Percent", "pct_full", "fat percentage"}) {
      assertThat(named(name, "auto", 3, 40, 88).approached()).as(name).isEqualTo(percent);
    }
    assertThat(named("percentile", "auto", 3, 40, 88).approached().greatest()).isInfinite();
    assertThat(named("growth in %", "auto", 3, 40, 130).approached().greatest()).isInfinite();
  }

  @Test
  void an_attained_bound_is_an_atom_and_not_approached() {
    double[] shares = clipped(500, 0, .99);
    assertThat(fit("auto", shares).support()).isEqualTo(TargetSupport.between(0, .99));
    double[] amounts = clipped(500, 0, INFINITY);
    assertThat(fit("auto", amounts).approached()).isEqualTo(TargetSupport.REAL);
  }

  @Test
  void on_a_lattice_a_bound_with_as_many_rows_as_its_neighbours_is_attained() {
    double[] everyPercent = IntStream.rangeClosed(0, 1009).mapToDouble(i -> i % 101).toArray();
    SupportFit flat = named("humidity %", "auto", everyPercent);
    assertThat(flat.support()).isEqualTo(TargetSupport.between(0, 100));
    assertThat(flat.approached()).isEqualTo(TargetSupport.REAL);

    // 9 rows are 0, 30 are 1, 60 are 2, 100 are 3 and 150 are 4: the law goes down to 0.
    double[] counts = IntStream.range(0, 1000).mapToDouble(i -> i).toArray();
    Arrays.fill(counts, 0, 9, 0);
    Arrays.fill(counts, 9, 39, 1);
    Arrays.fill(counts, 39, 99, 2);
    Arrays.fill(counts, 99, 199, 3);
    Arrays.fill(counts, 199, 349, 4);
    SupportFit rare = fit("auto", counts);
    assertThat(rare.support()).isEqualTo(TargetSupport.REAL);
    assertThat(rare.approached()).isEqualTo(TargetSupport.between(0, INFINITY));

    // Without a lattice nothing says how many rows a value has.
    double[] measured = everyPercent.clone();
    Arrays.setAll(measured, i -> measured[i] % 100 == 0 ? measured[i] : measured[i] + 1e-7 * i);
    assertThat(named("humidity %", "auto", measured).support()).isEqualTo(TargetSupport.REAL);
  }

  @Test
  void finds_the_coarsest_lattice_containing_all_values() {
    assertThat(fit("auto", 3, 4, 5, 6, 7, 8).candidate()).isEqualTo(new Lattice(1, 1));
    assertThat(fit("auto", 1, 1.5, 3, 4.5).candidate()).isEqualTo(new Lattice(1, 2));
    assertThat(fit("auto", .95, .953, 1).candidate()).isEqualTo(new Lattice(1, 1000));
    assertThat(fit("auto", 100, 250, 1000).candidate()).isEqualTo(new Lattice(50, 1));
    assertThat(fit("auto", -2, 0, 4).candidate()).isEqualTo(new Lattice(2, 1));
  }

  @Test
  void ignores_a_lattice_that_only_reflects_the_number_of_digits() {
    assertThat(fit("auto", .001, 1.5, 99.999).candidate()).isEqualTo(Lattice.NONE);
    assertThat(fit("auto", clipped(50, -9, 9)).candidate()).isEqualTo(Lattice.NONE);
    assertThat(fit("auto", 0, 1).candidate()).isEqualTo(Lattice.NONE);
  }

  @Test
  void applies_the_setting() {
    assertThat(fit("real", clipped(500, 0, INFINITY))).isEqualTo(SupportFit.REAL);
    assertThat(fit("0..", 1, 2, 4).support()).isEqualTo(TargetSupport.between(0, INFINITY));
    assertThat(fit("..100", 1, 2, 4).support()).isEqualTo(TargetSupport.between(-INFINITY, 100));
    assertThat(fit("0 .. 1e2", 1, 2, 4).support()).isEqualTo(TargetSupport.between(0, 100));
    assertThat(fit("-1.5..1.5", 1, -1).support()).isEqualTo(TargetSupport.between(-1.5, 1.5));
    SupportFit stars = fit("1..5 by 0.5", 1, 2.5, 4);
    assertThat(stars.support()).isEqualTo(TargetSupport.between(1, 5).with(new Lattice(1, 2)));
    assertThat(stars.candidate()).isEqualTo(Lattice.NONE);
    assertThat(fit(".. by 10", 20, 50).support())
        .isEqualTo(TargetSupport.REAL.with(new Lattice(10, 1)));
  }

  @Test
  void refuses_an_invalid_setting() {
    assertThatThrownBy(() -> fit("positive", 1, 2))
        .hasMessageContaining("columns.target_support: \"positive\"")
        .hasMessageContaining("0..100");
    assertThatThrownBy(() -> fit("5..1", 1, 2)).hasMessageContaining("from 5.0 to 1.0");
    assertThatThrownBy(() -> fit("0.. by 0", 1, 2)).hasMessageContaining("step 0");
    assertThatThrownBy(() -> fit("0.. by 1e-9", 1, 2)).hasMessageContaining("at most 6 decimals");
  }

  @Test
  void refuses_training_values_that_the_setting_excludes() {
    assertThatThrownBy(() -> fit("0..", -1, 2))
        .hasMessage(
            "target \"y\": -1.0 in the training rows (expected: from 0, as columns.target_support"
                + " says)");
    assertThatThrownBy(() -> fit("0.. by 1", 1, 2.5)).hasMessageContaining("2.5 in the training");
  }
}
