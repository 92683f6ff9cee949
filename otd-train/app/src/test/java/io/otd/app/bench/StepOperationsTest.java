// SPDX-License-Identifier: Apache-2.0
package io.otd.app.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.paper.timing.StepOperations;
import org.junit.jupiter.api.Test;

class StepOperationsTest {
  private static StepOperations of(String shape) {
    return StepOperations.of(TrainingShape.named(shape).orElseThrow().plan());
  }

  /**
   * Each product separately: forward, and backward by both factors where both gradients are needed.
   */
  @Test
  void counts_the_operations_of_a_ginzburg_landau_step() {
    double draws = 4;
    double rows = 4096;
    double first = 2 * rows * 3 * 256;
    double hidden = 2 * draws * rows * 256 * 256;
    double last = 2 * draws * rows * 256;
    assertThat(of("gl").network()).isEqualTo(2 * first + 4 * 3 * hidden + 3 * last);
    double flowRows = 4 + 2;
    double into = 2 * flowRows * 1280 * 64;
    double within = 2 * flowRows * 64 * 64;
    double out = 2 * flowRows * 64 * 1280;
    // Five Euler steps; the first one's input is noise.
    assertThat(of("gl").velocity()).isEqualTo(5 * 3 * (into + within + out) - into);
  }

  @Test
  void heun_evaluates_the_field_twice_per_step() {
    double into = 2 * 33 * 16 * 4;
    double within = 2 * 33 * 4 * 4;
    double out = into;
    assertThat(of("bimodal").velocity()).isEqualTo(160 * 3 * (into + within + out) - into);
  }

  @Test
  void doubling_the_rows_doubles_the_network_but_not_the_flow() {
    TrainingShape shape = TrainingShape.named("gl").orElseThrow();
    StepOperations twice = StepOperations.of(shape.withRows(8192).plan());
    assertThat(twice.network()).isEqualTo(2 * of("gl").network());
    assertThat(twice.velocity()).isEqualTo(of("gl").velocity());
    assertThat(shape.withRows(8192).stepsPerCall()).isEqualTo(shape.stepsPerCall() / 2);
  }
}
