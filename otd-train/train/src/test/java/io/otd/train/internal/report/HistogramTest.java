// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HistogramTest {
  @Test
  void shares_over_widths_and_edges_are_counted_once() {
    double[] edges = {0, .5, 1};
    double[] values = {0, .25, .5, 1, 7};
    assertThat(Histogram.density(edges, values)).containsExactly(2 / 5.0 / .5, 2 / 5.0 / .5);
  }
}
