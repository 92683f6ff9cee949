package io.otd.train.experiment.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramTest {
  @Test
  void edgesBelongToTheBinAboveAndTheLastToTheLast() {
    Histogram histogram = Histogram.of(new double[] {0, .1, .25, .5, .75, 1}, 0, 1, 4);
    assertThat(counts(histogram)).containsExactly(2, 1, 1, 2);
    assertThat(histogram.outside()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 10, 49, 1000})
  void eachEdgeIsCountedInTheBinThatItOpens(int bins) {
    Histogram empty = Histogram.of(new double[] {-1}, .1, .7, bins);
    double[] edges = new double[bins];
    Arrays.setAll(edges, empty::edge);
    assertThat(counts(Histogram.of(edges, .1, .7, bins))).containsOnly(1).hasSize(bins);
    double[] below = new double[bins];
    Arrays.setAll(below, i -> Math.nextDown(empty.edge(i + 1)));
    assertThat(counts(Histogram.of(below, .1, .7, bins))).containsOnly(1).hasSize(bins);
  }

  @Test
  void valuesOutsideAreCountedApart() {
    Histogram histogram = Histogram.of(new double[] {-.1, .2, 1.1, .9}, 0, 1, 2);
    assertThat(counts(histogram)).containsExactly(1, 1);
    assertThat(histogram.outside()).isEqualTo(2);
    assertThat(histogram.share(0)).isEqualTo(.25);
  }

  @Test
  void densitiesIntegrateToOne() {
    double[] values = new double[100];
    Arrays.setAll(values, i -> i * i / 9801.0);
    Histogram histogram = Histogram.of(values, -1, 2, 7);
    double sum = 0;
    for (int bin = 0; bin < histogram.bins(); bin++) {
      sum += histogram.density(bin) * (histogram.edge(bin + 1) - histogram.edge(bin));
    }
    assertThat(sum).isCloseTo(1, within(1e-14));
  }

  @Test
  void rangesAndValuesAreChecked() {
    double[] one = {0};
    assertThatIllegalArgumentException().isThrownBy(() -> Histogram.of(one, 1, 1, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> Histogram.of(one, 0, Double.NaN, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> Histogram.of(new double[0], 0, 1, 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Histogram.of(one, 0, 1, 0))
        .withMessageContaining("histogram: 1 values in 0 bins from 0.0 to 1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Histogram.of(new double[] {Double.NaN}, 0, 1, 2))
        .withMessage("histogram value: NaN (expected: finite)");
  }

  private static long[] counts(Histogram histogram) {
    long[] result = new long[histogram.bins()];
    Arrays.setAll(result, histogram::count);
    return result;
  }
}
