// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics;

import io.otd.core.internal.array.Ascending;
import io.otd.core.internal.check.Check;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Draws from predictive distributions, {@code [K, n, d_y]}: K draws for each of n rows of d_y
 * outputs. Draw k of all rows belongs to one realisation where the source has such a thing; no
 * metric relies on it. Immutable.
 */
public final class Draws {
  /** Rows and columns transposed at a time, so that both sides stay in the cache. */
  private static final int TILE = 32;

  // [n, d_y, K]: metrics read the draws of one output of one row together.
  private final double[] values;
  private final int draws;
  private final int rows;
  private final int outputs;

  /**
   * Takes row-major values {@code [K, n, d_y]}; the array is copied.
   *
   * @param draws K, at least 1
   * @param rows n, at least 1
   * @param outputs d_y, at least 1
   * @param values finite
   * @throws IllegalArgumentException if a size is wrong or a value is not finite, naming its place
   */
  public Draws(int draws, int rows, int outputs, double[] values) {
    if (draws < 1 || rows < 1 || outputs < 1 || values.length != (long) draws * rows * outputs) {
      throw new IllegalArgumentException(
          "draws [%s, %s, %s]: %s values (expected: their product, sizes >= 1)"
              .formatted(draws, rows, outputs, values.length));
    }
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw new NonFiniteDrawException(i / outputs % rows, i / (rows * outputs), values[i]);
      }
    }
    this.draws = draws;
    this.rows = rows;
    this.outputs = outputs;
    this.values = transposed(values, draws, rows * outputs);
  }

  /** Takes valid values {@code [n, d_y, K]}. */
  private Draws(double[] byRow, int draws, int rows, int outputs) {
    this.draws = draws;
    this.rows = rows;
    this.outputs = outputs;
    this.values = byRow;
  }

  private Draws like(double[] byRow) {
    return new Draws(byRow, draws, rows, outputs);
  }

  /**
   * The same from single precision, as returned by a network.
   *
   * @param draws K, at least 1
   * @param rows n, at least 1
   * @param outputs d_y, at least 1
   * @param values {@code [K, n, d_y]}, finite
   * @throws IllegalArgumentException if a size is wrong or a value is not finite
   */
  public static Draws of(int draws, int rows, int outputs, float[] values) {
    double[] wide = new double[values.length];
    for (int i = 0; i < wide.length; i++) {
      wide[i] = values[i];
    }
    return new Draws(draws, rows, outputs, wide);
  }

  /** K. */
  public int draws() {
    return draws;
  }

  /** n. */
  public int rows() {
    return rows;
  }

  /** d_y. */
  public int outputs() {
    return outputs;
  }

  /**
   * One value.
   *
   * @throws IndexOutOfBoundsException if there is no such draw, row or output
   */
  public double get(int draw, int row, int output) {
    return values[start(row, output) + Objects.checkIndex(draw, draws)];
  }

  /**
   * The K draws of one output of one row, a copy in the order drawn.
   *
   * @throws IndexOutOfBoundsException if there is no such row or output
   */
  public double[] of(int row, int output) {
    int start = start(row, output);
    return Arrays.copyOfRange(values, start, start + draws);
  }

  /** The draws of all outputs of a row, {@code [d_y][K]}. */
  public double[][] byOutput(int row) {
    double[][] values = new double[outputs][];
    Arrays.setAll(values, output -> of(row, output));
    return values;
  }

  /** {@link #of}, in ascending order. */
  public double[] sorted(int row, int output) {
    double[] result = of(row, output);
    Arrays.sort(result);
    return result;
  }

  /**
   * The predictive mean {@code 1/K sum_k y_k} (paper, "Diagnostic metrics").
   *
   * @throws IndexOutOfBoundsException if there is no such row or output
   */
  public double mean(int row, int output) {
    int start = start(row, output);
    double sum = 0;
    for (int k = 0; k < draws; k++) {
      sum += values[start + k];
    }
    return sum / draws;
  }

  /**
   * The probability that one output of one row is at or below a threshold: the share of its draws.
   *
   * @param threshold not NaN
   */
  public double probabilityBelow(int row, int output, double threshold) {
    if (Double.isNaN(threshold)) {
      throw new IllegalArgumentException("threshold: NaN (expected: a number)");
    }
    return (double) Arrays.stream(of(row, output)).filter(y -> y <= threshold).count() / draws;
  }

  /**
   * The standard deviation of the K draws as a discrete law: divisor K; 0 for one draw.
   *
   * @throws IndexOutOfBoundsException if there is no such row or output
   */
  public double standardDeviation(int row, int output) {
    int start = start(row, output);
    double mean = mean(row, output);
    double squares = 0;
    for (int k = 0; k < draws; k++) {
      squares += (values[start + k] - mean) * (values[start + k] - mean);
    }
    return Math.sqrt(squares / draws);
  }

  /**
   * The variance of the K draws, divisor K, mean over the outputs.
   *
   * @throws IndexOutOfBoundsException if there is no such row
   */
  public double variance(int row) {
    double sum = 0;
    for (int j = 0; j < outputs; j++) {
      sum += Math.pow(standardDeviation(row, j), 2);
    }
    return sum / outputs;
  }

  /** {@link #variance} of each row. */
  public double[] variances() {
    return IntStream.range(0, rows).mapToDouble(this::variance).toArray();
  }

  /**
   * The variance of one output of one row within and between the networks that it is drawn from.
   * The parts sum to the square of {@link #standardDeviation}. A network's variance has its number
   * of draws less one for a divisor, so that chance counts as little between; of one draw it is 0.
   *
   * @param networks the number of each draw's network, from 0, {@code [K]}
   */
  public VarianceParts variance(int row, int output, List<Integer> networks) {
    return VarianceParts.of(of(row, output), networks, Math.pow(standardDeviation(row, output), 2));
  }

  /**
   * The draws of some rows.
   *
   * @param from first row
   * @param to after the last row, above {@code from}
   * @throws IndexOutOfBoundsException if there are no such rows
   */
  public Draws rows(int from, int to) {
    Objects.checkFromToIndex(from, to, rows);
    int each = outputs * draws;
    return new Draws(Arrays.copyOfRange(values, from * each, to * each), draws, to - from, outputs);
  }

  /**
   * The draws of some rows.
   *
   * @param which their numbers, at least one
   * @throws IndexOutOfBoundsException if there are no such rows
   */
  public Draws at(int[] which) {
    int each = outputs * draws;
    double[] some = new double[Math.multiplyExact(which.length, each)];
    for (int i = 0; i < which.length; i++) {
      Objects.checkIndex(which[i], rows);
      System.arraycopy(values, which[i] * each, some, i * each, each);
    }
    return new Draws(some, draws, which.length, outputs);
  }

  /**
   * The rows of several, one after another.
   *
   * @param parts at least one, as many draws and outputs in each
   * @throws IllegalArgumentException if these numbers differ
   */
  public static Draws ofRows(List<Draws> parts) {
    Draws first = parts.get(0);
    int rows = 0;
    for (Draws part : parts) {
      if (part.draws != first.draws || part.outputs != first.outputs) {
        throw new IllegalArgumentException(
            "draws [%s, n, %s] (expected: [%s, n, %s], as the first part has)"
                .formatted(part.draws, part.outputs, first.draws, first.outputs));
      }
      rows = Math.addExact(rows, part.rows);
    }
    double[] all = new double[Math.multiplyExact(rows, first.outputs * first.draws)];
    int at = 0;
    for (Draws part : parts) {
      System.arraycopy(part.values, 0, all, at, part.values.length);
      at += part.values.length;
    }
    return new Draws(all, first.draws, rows, first.outputs);
  }

  /**
   * The draws of one output.
   *
   * @throws IndexOutOfBoundsException if there is no such output
   */
  public Draws output(int output) {
    double[] result = new double[rows * draws];
    for (int i = 0; i < rows; i++) {
      System.arraycopy(values, start(i, output), result, i * draws, draws);
    }
    return new Draws(result, draws, rows, 1);
  }

  /**
   * The first draws of each row.
   *
   * @param count from 1 to K
   */
  public Draws first(int count) {
    Objects.checkIndex(count - 1, draws);
    if (count == draws) {
      return this;
    }
    double[] result = new double[count * rows * outputs];
    for (int i = 0; i < rows * outputs; i++) {
      System.arraycopy(values, i * draws, result, i * count, count);
    }
    return new Draws(result, count, rows, outputs);
  }

  /**
   * The same number of draws, each value replaced.
   *
   * @param transform of one value of an output, finite for each draw
   * @throws IllegalArgumentException if a result is not finite
   */
  public Draws map(Transform transform) {
    double[] result = new double[values.length];
    for (int i = 0; i < result.length; i++) {
      int output = i / draws % outputs;
      result[i] = transform.apply(output, values[i]);
    }
    return like(requireFinite(result));
  }

  /**
   * Each draw moved along the line to the mean of its row and output: {@code mean + factor (draw -
   * mean)}.
   *
   * @param factor at least 0, finite; 0 gives the mean, 1 the draws themselves
   * @throws IllegalArgumentException if the factor is out of range or a result overflows
   */
  public Draws scaledAboutMean(double factor) {
    Check.notNegative("factor", factor);
    return factor == 1 ? this : scaledAboutMean(row -> factor);
  }

  /**
   * The same with a factor of each row.
   *
   * @param factors of a row, at least 0, finite
   * @throws IllegalArgumentException if a result overflows
   */
  public Draws scaledAboutMean(IntToDoubleFunction factors) {
    double[] result = new double[values.length];
    for (int i = 0; i < rows; i++) {
      double factor = factors.applyAsDouble(i);
      for (int j = 0; j < outputs; j++) {
        double mean = mean(i, j);
        int start = start(i, j);
        for (int k = start; k < start + draws; k++) {
          result[k] = mean + factor * (values[k] - mean);
        }
      }
    }
    return like(requireFinite(result));
  }

  /**
   * The same ranks with other values: in each row and output, the draw that was the r-th smallest
   * becomes the r-th of the new values; of equal draws, the one drawn first has the lower rank.
   *
   * @param transform of the K ascending draws of an output
   * @throws IllegalArgumentException if a result is not finite
   */
  public Draws mapByRank(RankTransform transform) {
    double[] result = new double[values.length];
    for (int start = 0; start < values.length; start += draws) {
      double[] ascending = Arrays.copyOfRange(values, start, start + draws);
      Arrays.sort(ascending);
      double[] moved = transform.apply(start / draws % outputs, ascending.clone());
      int[] equalBefore = new int[draws];
      for (int k = 0; k < draws; k++) {
        int below = Ascending.below(ascending, values[start + k]);
        result[start + k] = moved[below + equalBefore[below]++];
      }
    }
    return like(requireFinite(result));
  }

  /** A change of the sorted draws of one output. */
  @FunctionalInterface
  public interface RankTransform {
    /** The new values, as many, ascending; the old ones may be changed. */
    double[] apply(int output, double[] ascending);
  }

  /** A change of units, output by output. */
  @FunctionalInterface
  public interface Transform {
    /** The new value. */
    double apply(int output, double value);
  }

  private int start(int row, int output) {
    return (Objects.checkIndex(row, rows) * outputs + Objects.checkIndex(output, outputs)) * draws;
  }

  private double[] requireFinite(double[] byRow) {
    for (int i = 0; i < byRow.length; i++) {
      if (!Double.isFinite(byRow[i])) {
        throw new NonFiniteDrawException(i / draws / outputs, i % draws, byRow[i]);
      }
    }
    return byRow;
  }

  private static double[] transposed(double[] from, int rows, int columns) {
    double[] to = new double[from.length];
    for (int i0 = 0; i0 < rows; i0 += TILE) {
      for (int j0 = 0; j0 < columns; j0 += TILE) {
        for (int i = i0; i < Math.min(i0 + TILE, rows); i++) {
          for (int j = j0; j < Math.min(j0 + TILE, columns); j++) {
            to[j * rows + i] = from[i * columns + j];
          }
        }
      }
    }
    return to;
  }
}
