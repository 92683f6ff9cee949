// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HistogramTest {
  @Test
  void density_divides_shares_by_bin_widths_and_counts_each_edge_once() {
    double[] edges = {0, .5, 1};
    double[] values = {0, .25, .5, 1, 7};
    assertThat(Histogram.density(edges, values)).containsExactly(2 / 5.0 / .5, 2 / 5.0 / .5);
  }
}
