// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.explain;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An order of categories in which neighbours are similar in the other columns, as in the package
 * ALEPlot of Apley and Zhu (2020). The distance of two categories is the sum over the other columns
 * of the distance of their distributions: Kolmogorov-Smirnov's for numbers and dates, half the sum
 * of absolute differences for categories. The order is that of the first coordinate of classical
 * scaling (Torgerson 1952), starting from the end whose label comes first.
 *
 * @param labels of all categories
 * @param codes of the rows
 * @param others values of the other columns in the same rows
 */
record CategoryOrder(List<String> labels, int[] codes, List<ColumnValues> others) {
  private static final int ITERATIONS = 1000;

  /**
   * Orders categories.
   *
   * @param shown codes of those to be ordered, each with a row
   */
  int[] of(int[] shown) {
    if (shown.length < 2) {
      return shown;
    }
    double[] coordinate = firstCoordinate(distances(shown));
    int[] order =
        IntStream.range(0, shown.length)
            .boxed()
            .sorted(Comparator.comparingDouble(c -> coordinate[c]))
            .mapToInt(c -> shown[c])
            .toArray();
    String first = labels.get(order[0]);
    String last = labels.get(order[order.length - 1]);
    return first.compareTo(last) <= 0
        ? order
        : IntStream.range(0, order.length).map(i -> order[order.length - 1 - i]).toArray();
  }

  private double[][] distances(int[] shown) {
    int[] places = new int[labels.size()];
    Arrays.fill(places, -1);
    for (int c = 0; c < shown.length; c++) {
      places[shown[c]] = c;
    }
    int[] ofRows = Arrays.stream(codes).map(code -> places[code]).toArray();
    double[][] distances = new double[shown.length][shown.length];
    for (ColumnValues other : others) {
      if (other instanceof ColumnValues.Ordered ordered) {
        addSteps(ordered.values(), ofRows, distances);
      } else if (other instanceof ColumnValues.Categories categories) {
        addShares(categories, ofRows, distances);
      }
    }
    return distances;
  }

  /** The largest difference of the empirical distribution functions; missing cells come last. */
  private static void addSteps(double[] values, int[] places, double[][] distances) {
    int n = distances.length;
    Integer[] sorted =
        IntStream.range(0, values.length)
            .filter(i -> places[i] >= 0)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> values[i]))
            .toArray(Integer[]::new);
    int[] counts = counts(places, n);
    double[] reached = new double[n];
    double[][] largest = new double[n][n];
    for (int i = 0; i < sorted.length; i++) {
      reached[places[sorted[i]]] += 1.0 / counts[places[sorted[i]]];
      boolean last = i + 1 == sorted.length;
      if (last || Double.compare(values[sorted[i]], values[sorted[i + 1]]) != 0) {
        for (int c = 0; c < n; c++) {
          for (int d = 0; d < c; d++) {
            largest[c][d] = Math.max(largest[c][d], Math.abs(reached[c] - reached[d]));
          }
        }
      }
    }
    add(largest, distances);
  }

  private static void addShares(ColumnValues.Categories other, int[] places, double[][] distances) {
    int n = distances.length;
    int[] counts = counts(places, n);
    double[][] shares = new double[n][other.labels().size()];
    for (int i = 0; i < places.length; i++) {
      if (places[i] >= 0) {
        shares[places[i]][other.codes()[i]] += 1.0 / counts[places[i]];
      }
    }
    double[][] halves = new double[n][n];
    for (int c = 0; c < n; c++) {
      for (int d = 0; d < c; d++) {
        for (int k = 0; k < shares[c].length; k++) {
          halves[c][d] += Math.abs(shares[c][k] - shares[d][k]) / 2;
        }
      }
    }
    add(halves, distances);
  }

  private static int[] counts(int[] places, int n) {
    int[] counts = new int[n];
    for (int place : places) {
      if (place >= 0) {
        counts[place]++;
      }
    }
    return counts;
  }

  private static void add(double[][] below, double[][] distances) {
    for (int c = 0; c < below.length; c++) {
      for (int d = 0; d < c; d++) {
        distances[c][d] += below[c][d];
        distances[d][c] += below[c][d];
      }
    }
  }

  /**
   * The eigenvector of the largest eigenvalue of {@code -J D^2 J / 2}, J the centring matrix, by
   * power iteration: adding the matrix's norm to the diagonal makes it the one of largest size.
   */
  private static double[] firstCoordinate(double[][] distances) {
    int n = distances.length;
    double[][] b = new double[n][n];
    double norm = 0;
    double[] means = new double[n];
    for (int c = 0; c < n; c++) {
      means[c] = Arrays.stream(distances[c]).map(d -> d * d).average().orElse(0);
    }
    double mean = Arrays.stream(means).average().orElse(0);
    for (int c = 0; c < n; c++) {
      for (int d = 0; d < n; d++) {
        b[c][d] = -(distances[c][d] * distances[c][d] - means[c] - means[d] + mean) / 2;
        norm += b[c][d] * b[c][d];
      }
    }
    double shift = Math.sqrt(norm);
    double[] vector = IntStream.range(0, n).mapToDouble(c -> Math.cos(c + 1)).toArray();
    for (int i = 0; i < ITERATIONS && shift > 0; i++) {
      vector = multiplied(b, shift, vector);
    }
    return vector;
  }

  /** {@code (B + shift I) v}, of length 1. */
  private static double[] multiplied(double[][] b, double shift, double[] vector) {
    double[] product = new double[vector.length];
    double squares = 0;
    for (int c = 0; c < product.length; c++) {
      product[c] = shift * vector[c];
      for (int d = 0; d < product.length; d++) {
        product[c] += b[c][d] * vector[d];
      }
      squares += product[c] * product[c];
    }
    double length = Math.sqrt(squares);
    return Arrays.stream(product).map(v -> v / length).toArray();
  }
}
