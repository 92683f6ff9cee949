// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.timing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.paper.experiment.Scale;
import io.otd.train.internal.result.JsonText;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TimingResultTest {
  /** Calls of the i-th configuration take i + 1 and i + 3 milliseconds per step. */
  private static TimingResult result() {
    List<TimingConfiguration> all = TimingConfiguration.all();
    return new TimingResult(
        Scale.QUICK,
        List.of(0L),
        all.stream()
            .map(
                c ->
                    new TimingRun(
                        c.name(),
                        0,
                        true,
                        new double[] {all.indexOf(c) + 1.0, all.indexOf(c) + 3.0}))
            .toList());
  }

  @Test
  void the_reference_is_the_first_of_the_twelve_rows_of_the_paper() {
    assertThat(TimingConfiguration.all()).hasSize(12);
    assertThat(TimingConfiguration.all().get(0)).isEqualTo(TimingConfiguration.REFERENCE);
    assertThat(TimingConfiguration.REFERENCE.paperSpeedup()).isEqualTo(1);
  }

  @Test
  void the_speedup_is_the_reference_time_divided_by_the_time() {
    TimingConfiguration third = TimingConfiguration.all().get(2);
    assertThat(result().millis(third).mean()).isEqualTo(4);
    assertThat(result().best(third)).isEqualTo(3);
    assertThat(result().speedup(third)).isCloseTo(2.0 / 4.0, within(1e-12));
    assertThat(result().seconds(third).mean())
        .isCloseTo(
            4e-3 * TimingSizes.EPOCHS * TimingSizes.of(Scale.QUICK).stepsPerEpoch(), within(1e-9));
  }

  @Test
  void the_file_has_the_same_field_names_as_the_published_one() throws Exception {
    Map<String, Object> json = result().json(Map.of("machine", "one"));
    assertThat(json.keySet())
        .containsExactly(
            "format",
            "experiment",
            "scale",
            "seeds",
            "steps_per_epoch",
            "timed_steps",
            "whole",
            "configurations",
            "origin");
    assertThat(JsonText.of(json))
        .contains("\"action_draws\":2", "\"ms_mean\":2.0", "\"gflops\":", "\"xla\":true")
        .contains("\"paper_seconds_sd\":2.36");
  }
}
