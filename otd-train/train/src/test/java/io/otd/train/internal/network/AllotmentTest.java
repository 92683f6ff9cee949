// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.optimizer.Schedule;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class AllotmentTest {
  private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
  private static final Schedule COSINE = new Schedule.Cosine(1, 100, 0);

  @Test
  void networks_share_the_working_time_of_all_parallel_workers() {
    TimeLimit limit = TimeLimit.in(CLOCK, 900);
    assertThat(limit.among(3, 1).millis()).isEqualTo(300);
    assertThat(limit.among(3, 2).millis()).isEqualTo(600);
    assertThat(limit.among(1, 8).millis()).isEqualTo(900);
    assertThat(limit.share(.4).left()).isEqualTo(360);
  }

  @Test
  void the_rate_decays_with_the_clock_if_it_is_ahead_of_the_steps() {
    Allotment allotment = TimeLimit.in(CLOCK, 1000).among(1, 1);
    // Half of the time has passed after a tenth of the steps: the rate is that after half of the
    // steps.
    assertThat(allotment.schedule(COSINE, 10, 100, 500).rate(10)).isCloseTo(.5, within(1e-12));
    assertThat(allotment.schedule(COSINE, 10, 100, 1000).rate(10)).isCloseTo(0, within(1e-12));
    assertThat(allotment.over(999)).isFalse();
    assertThat(allotment.over(1000)).isTrue();
  }

  @Test
  void a_network_on_time_keeps_its_schedule() {
    Allotment allotment = TimeLimit.in(CLOCK, 1000).among(1, 1);
    assertThat(allotment.schedule(COSINE, 60, 100, 500)).isSameAs(COSINE);
  }
}
