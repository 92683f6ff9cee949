// SPDX-License-Identifier: Apache-2.0
package io.otd.app.synthetic;

import java.util.Arrays;
import java.util.List;

/**
 * The law of a target given inputs in [0, 1], of which only the first seven have an effect. In all
 * but {@link #SCALE}, the mean is built on the function of Friedman (1991), {@code m(x) = 10 sin(pi
 * x1 x2) + 20 (x3 - 1/2)^2 + 10 x4 + 5 x5}.
 */
public enum Formula {
  /** Normal, {@code N(m, (1/2 + 2 x6)^2)}: the spread depends on a separate input. */
  FRIEDMAN("normal with mean m and standard deviation 1/2 + 2 x6") {
    @Override
    Law law(double[] x) {
      return MixtureLaw.normal(mean(x), .5 + 2 * x[5]);
    }
  },

  /**
   * Two branches, {@code w N(m - 4 x7, 1/4) + (1 - w) N(m + 4 x7, 1/4)} with {@code w = 1/4 + 1/2
   * x6}.
   */
  BRANCHES(
      "with probability 1/4 + x6/2 normal with mean m - 4 x7, else with mean m + 4 x7; standard"
          + " deviation 1/2") {
    @Override
    Law law(double[] x) {
      double weight = .25 + .5 * x[5];
      double mean = mean(x);
      return new MixtureLaw(
          new double[] {weight, 1 - weight},
          new double[] {mean - 4 * x[6], mean + 4 * x[6]},
          new double[] {.5, .5});
    }
  },

  /** Heavy tails, {@code 9/10 N(m, s^2) + 1/10 N(m, (6 s)^2)} with {@code s = 1/2 + x6}. */
  TAILS(
      "normal with mean m and standard deviation 1/2 + x6, in a tenth of the rows six times as"
          + " wide") {
    @Override
    Law law(double[] x) {
      double mean = mean(x);
      double deviation = .5 + x[5];
      return new MixtureLaw(
          new double[] {.9, .1},
          new double[] {mean, mean},
          new double[] {deviation, 6 * deviation});
    }
  },

  /**
   * Above 0, with multiplicative noise: {@code log y} is {@code N(3 x1 + 2 x2 x3, s^2)} with {@code
   * s = 1/4 + x6/2}. The median goes from 1 to 148, and each interval grows with it.
   */
  SCALE(
      "log-normal: the logarithm of y is normal with mean 3 x1 + 2 x2 x3 and standard deviation"
          + " 1/4 + x6/2") {
    @Override
    Law law(double[] x) {
      return new LogNormalLaw(3 * x[0] + 2 * x[1] * x[2], .25 + .5 * x[5]);
    }
  };

  /** Minimum number of inputs. */
  public static final int LEAST_INPUTS = 7;

  private final String text;

  Formula(String text) {
    this.text = text;
  }

  /** On the command line and in files. */
  public String label() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }

  /** The law in words. */
  public String text() {
    return text;
  }

  /** All labels. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(Formula::label).toList();
  }

  /**
   * The law of the target.
   *
   * @param x at least {@link #LEAST_INPUTS} numbers in [0, 1]
   */
  abstract Law law(double[] x);

  private static double mean(double[] x) {
    return 10 * Math.sin(Math.PI * x[0] * x[1])
        + 20 * (x[2] - .5) * (x[2] - .5)
        + 10 * x[3]
        + 5 * x[4];
  }
}
