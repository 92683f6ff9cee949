package io.otd.paper.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.train.result.Spread;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final Reference REFERENCE =
      new Reference("otd", "rmse", ".07", ".07", Bound.atMost(.10), Bound.atMost(.08));

  @Test
  void aSingleRunIsHeldToItsOwnBound() {
    assertThat(judged(.095)).isEqualTo(Comparison.Verdict.INSIDE);
    assertThat(judged(.105)).isEqualTo(Comparison.Verdict.OUTSIDE);
    assertThat(judged(.05, .105)).isEqualTo(Comparison.Verdict.OUTSIDE);
  }

  @Test
  void theMeanOfThreeIsHeldToTheNarrowerOne() {
    assertThat(judged(.06, .07, .105)).isEqualTo(Comparison.Verdict.INSIDE);
    assertThat(judged(.08, .09, .09)).isEqualTo(Comparison.Verdict.OUTSIDE);
  }

  @Test
  void aRunWithoutTheMeasureOrWithNotANumberIsOutside() {
    assertThat(Comparison.of(REFERENCE, new double[] {.05}, 2, true).verdict())
        .isEqualTo(Comparison.Verdict.OUTSIDE);
    assertThat(judged(Double.NaN)).isEqualTo(Comparison.Verdict.OUTSIDE);
  }

  @Test
  void nothingIsJudgedWithoutABoundOrAtAnotherScale() {
    assertThat(Comparison.of(REFERENCE, new double[] {.5}, 1, false).verdict())
        .isEqualTo(Comparison.Verdict.NOT_JUDGED);
    assertThat(
            Comparison.of(Reference.only("otd", "rmse", "", ""), new double[] {9}, 1, true)
                .verdict())
        .isEqualTo(Comparison.Verdict.NOT_JUDGED);
  }

  @Test
  void theSpreadHasTheDivisorOneLessThanTheRuns() {
    Spread spread = Spread.of(new double[] {1, 2, 3});
    assertThat(spread.mean()).isEqualTo(2);
    assertThat(spread.sd()).isCloseTo(1, within(1e-15));
    assertThat(Spread.of(new double[] {7}).sd()).isZero();
  }

  private static Comparison.Verdict judged(double... values) {
    return Comparison.of(REFERENCE, values, values.length, true).verdict();
  }
}
