// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.field;

import io.otd.paper.ginzburglandau.GinzburgLandauSplit;
import io.otd.table.internal.fields.ParametricFields;
import io.otd.train.internal.network.TrainingRows;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Fields with one parameter and one value, and the training ones among them. A row of the network
 * is {@code (mu, x, y)} and the value there (paper, "Data generation"), none of them scaled.
 *
 * @param fields all cases
 * @param split which are for training and which for the test
 */
record FieldData(ParametricFields fields, GinzburgLandauSplit split) {
  static FieldData of(ParametricFields fields) {
    return new FieldData(fields, GinzburgLandauSplit.of(fields.cases()));
  }

  /**
   * Some training cases. Smaller shares are part of larger ones with the same seed.
   *
   * @param share of the training cases, in (0, 1]
   * @return their indices, ascending; at least one
   */
  int[] training(double share, long seed) {
    int[] all = split.training();
    if (share == 1) {
      return all;
    }
    int[] shuffled = all.clone();
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = shuffled.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swap = shuffled[i];
      shuffled[i] = shuffled[j];
      shuffled[j] = swap;
    }
    int[] chosen = Arrays.copyOf(shuffled, count(all.length, share));
    Arrays.sort(chosen);
    return chosen;
  }

  /**
   * A fixed share of the test cases, evenly spread.
   *
   * @param share in (0, 1]
   * @return their indices, ascending; at least one
   */
  int[] test(double share) {
    int[] all = split.test();
    int wanted = count(all.length, share);
    return IntStream.range(0, wanted)
        .map(i -> all[(int) ((long) i * all.length / wanted)])
        .toArray();
  }

  /** Number of cases in a share of them. */
  static int count(int cases, double share) {
    return (int) Math.max(1, Math.round(share * cases));
  }

  /** The rows of some cases, point after point. */
  TrainingRows rows(int[] cases) {
    int points = fields.points();
    float[] x = new float[cases.length * points * inputs()];
    float[] y = new float[cases.length * points];
    for (int i = 0; i < cases.length; i++) {
      float[] one = inputs(cases[i]);
      System.arraycopy(one, 0, x, i * one.length, one.length);
      for (int g = 0; g < points; g++) {
        y[i * points + g] = (float) fields.value(cases[i], g, 0);
      }
    }
    int rows = cases.length * points;
    return new TrainingRows(x, y, rows, points, rows);
  }

  private int inputs() {
    return fields.at().parameterNames().size() + fields.at().coordinateNames().size();
  }

  /** The inputs of a case, {@code [G, d_x]}. */
  float[] inputs(int index) {
    double[] parameters = fields.at().parameters()[index];
    float[] x = new float[fields.points() * inputs()];
    int at = 0;
    for (double[] point : fields.at().coordinates()) {
      for (double value : parameters) {
        x[at++] = (float) value;
      }
      for (double value : point) {
        x[at++] = (float) value;
      }
    }
    return x;
  }

  /** The values of a case in the form for metrics, {@code [G][1]}. */
  double[][] observed(int index) {
    return Arrays.stream(fields.values()[index])
        .mapToObj(value -> new double[] {value})
        .toArray(double[][]::new);
  }
}
