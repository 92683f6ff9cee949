package io.otd.train.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StepOperationsTest {
  private static StepOperations of(String shape) {
    return StepOperations.of(TrainingShape.named(shape).orElseThrow().plan());
  }

  /** Each product by itself: forward, and backward by its two factors where both are asked for. */
  @Test
  void theGinzburgLandauStepIsTheSumOfItsProducts() {
    long draws = 4;
    long rows = 4096;
    long first = 2 * rows * 3 * 256;
    long hidden = 2 * draws * rows * 256 * 256;
    long last = 2 * draws * rows * 256;
    assertThat(of("gl").network()).isEqualTo(2 * first + 4 * 3 * hidden + 3 * last);
    long flowRows = 4 + 2;
    long into = 2 * flowRows * 1280 * 64;
    long within = 2 * flowRows * 64 * 64;
    long out = 2 * flowRows * 64 * 1280;
    // Five Euler steps; the first one's input is noise.
    assertThat(of("gl").velocity()).isEqualTo(5 * 3 * (into + within + out) - into);
  }

  @Test
  void heunAsksTheFieldTwiceAStep() {
    long into = 2 * 33 * 16 * 4;
    long within = 2 * 33 * 4 * 4;
    long out = into;
    assertThat(of("bimodal").velocity()).isEqualTo(160 * 3 * (into + within + out) - into);
  }

  @Test
  void twiceTheRowsAreTwiceTheNetworkAndTheSameFlow() {
    TrainingShape shape = TrainingShape.named("gl").orElseThrow();
    StepOperations twice = StepOperations.of(shape.withRows(8192).plan());
    assertThat(twice.network()).isEqualTo(2 * of("gl").network());
    assertThat(twice.velocity()).isEqualTo(of("gl").velocity());
    assertThat(shape.withRows(8192).stepsPerCall()).isEqualTo(shape.stepsPerCall() / 2);
  }
}
