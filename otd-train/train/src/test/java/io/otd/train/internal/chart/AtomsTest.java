// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AtomsTest {
  private static final int DRAWS = 1000;

  /** Normal draws around 20 of standard deviation 1, rounded to multiples of a step. */
  private static double[] rounded(double step) {
    Random random = new Random(7);
    double[] draws = new double[DRAWS];
    Arrays.setAll(draws, i -> step * Math.round((20 + random.nextGaussian()) / step));
    return draws;
  }

  @Test
  void steps_too_small_to_be_seen_make_no_atoms() {
    Atoms atoms = Atoms.of(rounded(0.1), 2);
    assertThat(atoms.shares()).isEmpty();
    assertThat(atoms.others()).hasSize(DRAWS);
  }

  @Test
  void steps_that_are_seen_make_an_atom_each() {
    Atoms atoms = Atoms.of(rounded(1), 0.2);
    assertThat(atoms.shares()).containsKeys(19.0, 20.0, 21.0);
    assertThat(atoms.shares().values().stream().mapToDouble(s -> s).sum()).isGreaterThan(0.9);
  }

  @Test
  void a_value_that_stands_out_from_the_next_steps_is_an_atom() {
    double[] draws = rounded(0.1);
    Arrays.fill(draws, 0, 300, 17.0);
    Atoms atoms = Atoms.of(draws, 2);
    assertThat(atoms.shares()).containsOnlyKeys(17.0);
    assertThat(atoms.others().length).isBetween(650, 700);
  }
}
