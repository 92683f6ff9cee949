// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.metrics.VarianceParts;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A line with normal noise, seen between 0 and 1. */
class VariancePartsTest {
  private static Table table(int rows, double from, double to) {
    SplittableRandom random = new SplittableRandom(rows);
    double[] x = new double[rows];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      x[i] = random.nextDouble(from, to);
      y[i] = Math.sin(6 * x[i]) + .3 * random.nextGaussian();
    }
    return new Table(List.of(new NumericColumn("x", x), new NumericColumn("y", y)));
  }

  private static FittedModel fit(int rows) {
    return Otd.regression("y")
        .hidden(16)
        .members(5)
        .steps(1500)
        .clock(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC))
        .jobs(1)
        .set("model.method", "otd")
        .set("masks.velocity", List.of(4))
        .set("masks.steps", 1)
        .set("columns.target_support", List.of("real"))
        .set("columns.bound", "null")
        .set("training.batch", 32)
        .set("evaluation.draws", 200)
        .build()
        .fit(table(rows, 0, 1));
  }

  private static double between(FittedModel model, double from, double to) {
    Table rows = table(50, from, to);
    Predictions predicted = model.predict(rows);
    double between = 0;
    for (int i = 0; i < rows.rows(); i++) {
      VarianceParts parts = predicted.variance(i);
      assertThat(parts.within() + parts.between())
          .isCloseTo(Math.pow(predicted.standardDeviation(i), 2), within(1e-9));
      between += parts.between() / rows.rows();
    }
    return between;
  }

  @Test
  void networks_agree_where_there_are_rows_and_differ_far_from_them_and_with_few() {
    try (FittedModel few = fit(60);
        FittedModel many = fit(2000)) {
      double here = between(many, 0, 1);
      assertThat(between(many, 3, 4)).isGreaterThan(10 * here);
      assertThat(between(few, 0, 1)).isGreaterThan(1.5 * here);
    }
  }
}
