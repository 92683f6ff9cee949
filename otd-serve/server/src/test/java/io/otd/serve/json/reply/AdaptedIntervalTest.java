// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json.reply;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.schema.TargetSupport;
import io.otd.predict.Interval;
import io.otd.serve.adapt.VersionAdaptation.Adapted;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AdaptedIntervalTest {
  private static final Optional<Adapted> TWICE = Optional.of(new Adapted(.95, 2));

  @Test
  void an_interval_is_stretched_about_its_middle() {
    AdaptedInterval adapted = new AdaptedInterval(new Interval(1, 3), TWICE, TargetSupport.REAL);
    assertThat(adapted.used()).isEqualTo(new Interval(0, 4));
  }

  @Test
  void an_interval_that_is_unbounded_stays() {
    Interval half = new Interval(Double.NEGATIVE_INFINITY, 3);
    AdaptedInterval adapted = new AdaptedInterval(half, TWICE, TargetSupport.REAL);
    assertThat(adapted.used()).isEqualTo(half);
    assertThat(adapted.adapted()).isEmpty();
  }

  /** A tenth is not a number of single precision, in which models give their ends. */
  @Test
  void an_interval_of_all_possible_values_stays() {
    TargetSupport support = TargetSupport.between(.1, 100);
    Interval all = new Interval(.1f, 100);
    AdaptedInterval adapted = new AdaptedInterval(all, TWICE, support);
    assertThat(adapted.used()).isEqualTo(all);
    assertThat(adapted.adapted()).isEmpty();

    Interval cut = new Interval(.1f, 50);
    adapted = new AdaptedInterval(cut, Optional.of(new Adapted(.8, .5)), support);
    assertThat(adapted.used().upper()).isLessThan(50);
    assertThat(adapted.adapted()).isPresent();
  }
}
