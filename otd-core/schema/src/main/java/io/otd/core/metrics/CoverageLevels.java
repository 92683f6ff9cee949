// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import io.otd.core.internal.check.Check;
import java.math.BigDecimal;
import java.util.List;

/** Nominal levels alpha at which coverage is measured: decimals inside (0, 1). */
public final class CoverageLevels {
  /** Of the Ginzburg-Landau experiment (paper, "Ginzburg-Landau experiment"), also for rom. */
  public static final List<Double> GINZBURG_LANDAU = List.of(.5, .75, .8, .9, .95);

  /** Of the tabular experiments (paper, "UCI/OpenML Protocol"). */
  public static final List<Double> OPENML = List.of(.5, .8, .9, .95);

  private CoverageLevels() {}

  /**
   * The level as written in names of metrics, such as {@code 0.9}.
   *
   * @param level inside (0, 1)
   * @throws IllegalArgumentException if out of range
   */
  public static String text(double level) {
    return exact(level).toPlainString();
  }

  /**
   * The level in percent, such as {@code 90 %}.
   *
   * @param level inside (0, 1)
   * @throws IllegalArgumentException if out of range
   */
  public static String percent(double level) {
    return exact(level).movePointRight(2).stripTrailingZeros().toPlainString() + " %";
  }

  /**
   * The decimal that the number stands for.
   *
   * @param level inside (0, 1)
   * @throws IllegalArgumentException if out of range
   */
  public static BigDecimal exact(double level) {
    Check.that(level > 0 && level < 1, "coverage level", level, "inside (0, 1)");
    return BigDecimal.valueOf(level).stripTrailingZeros();
  }

  /**
   * A copy of levels.
   *
   * @param levels at least one, each inside (0, 1)
   * @throws IllegalArgumentException if there is none or one is out of range
   */
  public static List<Double> check(List<Double> levels) {
    if (levels.isEmpty()) {
      throw new IllegalArgumentException("coverage levels: none (expected: at least one)");
    }
    levels.forEach(CoverageLevels::exact);
    return List.copyOf(levels);
  }
}
