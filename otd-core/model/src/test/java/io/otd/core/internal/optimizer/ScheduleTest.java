// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ScheduleTest {
  @Test
  void a_constant_rate_is_the_same_at_every_step() {
    Schedule schedule = new Schedule.Constant(1e-3);
    assertThat(schedule.rate(0)).isEqualTo(1e-3);
    assertThat(schedule.rate(1_000_000_000_000L)).isEqualTo(1e-3);
  }

  @Test
  void cosine_falls_from_the_peak_to_the_floor_and_stays_there() {
    Schedule schedule = new Schedule.Cosine(0.8, 100, 0.2);
    assertThat(schedule.rate(0)).isEqualTo(0.8);
    // (1 + cos(pi/3)) / 2 = 3/4, (1 + cos(pi/2)) / 2 = 1/2, (1 + cos(3 pi/4)) / 2
    assertThat(new Schedule.Cosine(0.8, 3, 0.2).rate(1)).isCloseTo(0.65, within(1e-15));
    assertThat(schedule.rate(50)).isCloseTo(0.5, within(1e-15));
    assertThat(schedule.rate(75)).isCloseTo(0.2 + 0.3 * (1 - Math.sqrt(0.5)), within(1e-15));
    assertThat(schedule.rate(100)).isEqualTo(0.2);
    assertThat(schedule.rate(Long.MAX_VALUE)).isEqualTo(0.2);
  }

  @Test
  void cosine_never_rises() {
    Schedule schedule = new Schedule.Cosine(1e-2, 37, 0);
    for (int step = 0; step < 50; step++) {
      assertThat(schedule.rate(step + 1)).isLessThanOrEqualTo(schedule.rate(step));
    }
    assertThat(schedule.rate(36)).isPositive();
    assertThat(schedule.rate(37)).isZero();
  }

  @Test
  void warm_up_rises_linearly_to_the_first_rate_of_the_next_schedule() {
    Schedule then = new Schedule.Cosine(0.4, 10, 0);
    Schedule schedule = new Schedule.WarmUp(4, then);
    assertThat(schedule.rate(0)).isCloseTo(0.1, within(1e-15));
    assertThat(schedule.rate(1)).isCloseTo(0.2, within(1e-15));
    assertThat(schedule.rate(2)).isCloseTo(0.3, within(1e-15));
    assertThat(schedule.rate(3)).isCloseTo(0.4, within(1e-15));
    for (int step = 0; step < 12; step++) {
      assertThat(schedule.rate(4 + step)).isEqualTo(then.rate(step));
    }
  }

  @Test
  void a_one_step_warm_up_starts_at_the_full_rate() {
    assertThat(new Schedule.WarmUp(1, new Schedule.Constant(0.3)).rate(0)).isEqualTo(0.3);
  }

  @Test
  void a_schedule_ahead_returns_the_rates_of_later_steps() {
    Schedule then = new Schedule.Cosine(0.4, 10, 0);
    for (int step = 0; step < 12; step++) {
      assertThat(new Schedule.Ahead(3, then).rate(step)).isEqualTo(then.rate(step + 3));
    }
    assertThatThrownBy(() -> new Schedule.Ahead(-1, then)).hasMessageContaining("steps ahead: -1");
  }

  @Test
  void refuses_bad_settings_by_name() {
    assertThatThrownBy(() -> new Schedule.Constant(0))
        .hasMessage("learning rate: 0.0 (expected: > 0, finite)");
    assertThatThrownBy(() -> new Schedule.Constant(Double.NaN))
        .hasMessage("learning rate: NaN (expected: > 0, finite)");
    assertThatThrownBy(() -> new Schedule.Constant(Double.POSITIVE_INFINITY))
        .hasMessage("learning rate: Infinity (expected: > 0, finite)");
    assertThatThrownBy(() -> new Schedule.Cosine(-1, 10, 0))
        .hasMessage("learning rate: -1.0 (expected: > 0, finite)");
    assertThatThrownBy(() -> new Schedule.Cosine(1, 0, 0))
        .hasMessage("cosine steps: 0 (expected: >= 1)");
    assertThatThrownBy(() -> new Schedule.Cosine(1, 10, 2))
        .hasMessage("cosine floor: 2.0 (expected: from 0 to the peak 1.0)");
    assertThatThrownBy(() -> new Schedule.Cosine(1, 10, Double.NaN))
        .hasMessage("cosine floor: NaN (expected: from 0 to the peak 1.0)");
    assertThatThrownBy(() -> new Schedule.WarmUp(0, new Schedule.Constant(1)))
        .hasMessage("warm-up steps: 0 (expected: >= 1)");
  }
}
