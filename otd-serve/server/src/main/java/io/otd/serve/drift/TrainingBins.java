// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.drift;

import io.otd.core.internal.profile.NumberProfile;
import io.otd.core.internal.profile.TextProfile;
import java.util.Arrays;

/**
 * Bins of a feature, and the number of training rows in each. The last is that of missing cells.
 * For numbers, bin i has those above point i - 1 of the profile up to point i, and the last but one
 * has those above all points; for texts, bin i has text i, and the last but one has all others.
 */
final class TrainingBins {
  /** Parts that the stability index is computed over, of about as many training rows each. */
  private static final int PARTS = 10;

  private final String name;
  private final float[] points;
  private final double[] shares;
  private final int[] parts;
  private final boolean ordered;
  private final long rows;

  private TrainingBins(String name, float[] points, double[] shares, boolean ordered, long rows) {
    this.name = name;
    this.points = points;
    this.shares = shares;
    this.ordered = ordered;
    this.rows = rows;
    parts = ordered ? parts(shares) : each(shares.length);
  }

  /**
   * Of numbers.
   *
   * @param rows that the profile is of
   */
  static TrainingBins of(NumberProfile profile, long rows) {
    int count = profile.values().size();
    float[] points = new float[count];
    double[] shares = new double[count + 2];
    double present = 1 - profile.missing();
    double below = 0;
    for (int i = 0; i < count; i++) {
      points[i] = profile.values().get(i);
      shares[i] = present * (profile.shares().get(i) - below);
      below = profile.shares().get(i);
    }
    shares[count + 1] = profile.missing();
    return new TrainingBins(profile.name(), points, shares, true, rows);
  }

  /**
   * Of texts.
   *
   * @param rows that the profile is of
   */
  static TrainingBins of(TextProfile profile, long rows) {
    int count = profile.texts().size();
    double[] shares = new double[count + 2];
    double known = profile.missing();
    for (int i = 0; i < count; i++) {
      shares[i] = profile.shares().get(i);
      known += shares[i];
    }
    shares[count] = Math.max(0, 1 - known);
    shares[count + 1] = profile.missing();
    return new TrainingBins(profile.name(), new float[0], shares, false, rows);
  }

  /** Tenths of the training rows that have a number, as far as the points separate them. */
  private static int[] parts(double[] shares) {
    int[] parts = new int[shares.length];
    double present = 1 - shares[shares.length - 1];
    double upTo = 0;
    for (int bin = 0; bin < shares.length - 1; bin++) {
      double middle = present > 0 ? (upTo + shares[bin] / 2) / present : 0;
      parts[bin] = Math.min(PARTS - 1, (int) (PARTS * middle));
      upTo += shares[bin];
    }
    parts[shares.length - 1] = PARTS;
    return parts;
  }

  private static int[] each(int bins) {
    int[] parts = new int[bins];
    Arrays.setAll(parts, bin -> bin);
    return parts;
  }

  /** Kind of the features. */
  String name() {
    return name;
  }

  /** Number of bins. */
  int count() {
    return shares.length;
  }

  /** The bin of missing cells. */
  int missing() {
    return shares.length - 1;
  }

  /** Share of the training rows in a bin. */
  double share(int bin) {
    return shares[bin];
  }

  /** Training rows in all bins. */
  long rows() {
    return rows;
  }

  /** Whether the bins but that of missing cells are in the order of numbers. */
  boolean ordered() {
    return ordered;
  }

  /** The part of the stability index that a bin belongs to. */
  int part(int bin) {
    return parts[bin];
  }

  /** Maximum number of parts. */
  int partCount() {
    return ordered ? PARTS + 1 : shares.length;
  }

  /** The bin of a number; NaN is a missing one. */
  int of(float value) {
    if (Float.isNaN(value)) {
      return missing();
    }
    int place = Arrays.binarySearch(points, value + 0f);
    return place < 0 ? -place - 1 : place;
  }
}
