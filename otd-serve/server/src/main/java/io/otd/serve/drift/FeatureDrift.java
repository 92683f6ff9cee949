// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.drift;

import io.otd.serve.settings.DriftSettings;

/**
 * Distance of live rows from the training rows, in one feature.
 *
 * <p>The population stability index is {@code sum (p - q) ln(p / q)} over tenths of the training
 * rows (p live, q training; missing cells and each text are separate parts). Without drift, {@code
 * PSI / (1/n + 1/N)} has about a chi-square law with one degree of freedom less than there are
 * parts (Yurdakul and Naranjo, Journal of Risk Model Validation 14, 2020). The distance of
 * Kolmogorov and Smirnov is the greatest between the distribution functions of what is not missing,
 * at the points of the profile.
 *
 * @param feature its name
 * @param kind {@code input}, {@code mean} or {@code std}
 * @param rows of the window in which it is known
 * @param missing share of these in which it is missing
 * @param trainedMissing the same of the training rows
 * @param psi population stability index; NaN for fewer than {@link #FEWEST} rows
 * @param psiByChance what one comparison in 1,000 exceeds without drift
 * @param ks distance; NaN for texts, for too few rows, or if there is nothing to compare
 * @param ksByChance what one comparison in 1,000 exceeds without drift
 * @param drifted whether either is at least its threshold, and more than by chance
 */
public record FeatureDrift(
    String feature,
    String kind,
    long rows,
    double missing,
    double trainedMissing,
    double psi,
    double psiByChance,
    double ks,
    double ksByChance,
    boolean drifted) {
  /** Number of rows below which both numbers are mostly chance: a shift of one row is 1 %. */
  public static final int FEWEST = 100;

  /** Normal quantile of 1 - 1/1000. */
  private static final double NORMAL = 3.0902;

  /** {@code sqrt(ln(2 / 0.001) / 2)}: the tail of Kolmogorov's law (Smirnov 1948). */
  private static final double KOLMOGOROV = 1.9495;

  /**
   * Compares.
   *
   * @param counts of the window's rows in each bin
   */
  static FeatureDrift of(Feature feature, long[] counts, DriftSettings settings) {
    TrainingBins bins = feature.bins();
    long n = 0;
    for (long count : counts) {
      n += count;
    }
    if (n < FEWEST) {
      return tooFew(feature, counts, n);
    }
    double chance = 1.0 / n + 1.0 / bins.rows();
    double[] psi = psi(bins, counts, n, chance);
    double[] ks = ks(bins, counts, n);
    boolean drifted =
        (psi[0] >= settings.psi() && psi[0] > psi[1]) || (ks[0] >= settings.ks() && ks[0] > ks[1]);
    return of(feature, counts, n, psi, ks, drifted);
  }

  private static FeatureDrift tooFew(Feature feature, long[] counts, long n) {
    double[] unknown = {Double.NaN, Double.NaN};
    return of(feature, counts, n, unknown, unknown, false);
  }

  private static FeatureDrift of(
      Feature feature, long[] counts, long n, double[] psi, double[] ks, boolean drifted) {
    TrainingBins bins = feature.bins();
    return new FeatureDrift(
        feature.name(),
        feature.kind().name().toLowerCase(java.util.Locale.ROOT),
        n,
        n == 0 ? Double.NaN : (double) counts[bins.missing()] / n,
        bins.share(bins.missing()),
        psi[0],
        psi[1],
        ks[0],
        ks[1],
        drifted);
  }

  /** The index, with half a row more in each part of both, and its quantile. */
  private static double[] psi(TrainingBins bins, long[] counts, long n, double chance) {
    double[] live = new double[bins.partCount()];
    double[] trained = new double[live.length];
    for (int bin = 0; bin < counts.length; bin++) {
      live[bins.part(bin)] += counts[bin];
      trained[bins.part(bin)] += bins.share(bin) * bins.rows();
    }
    int parts = 0;
    for (int i = 0; i < live.length; i++) {
      parts += live[i] > 0 || trained[i] > .5 ? 1 : 0;
    }
    double sum = 0;
    for (int i = 0; i < live.length; i++) {
      if (live[i] > 0 || trained[i] > .5) {
        double p = (live[i] + .5) / (n + .5 * parts);
        double q = (trained[i] + .5) / (bins.rows() + .5 * parts);
        sum += (p - q) * Math.log(p / q);
      }
    }
    return new double[] {sum, chance * chiSquare(parts - 1)};
  }

  /** The quantile of 1 - 1/1000 (Wilson and Hilferty 1931); 0 without any degree of freedom. */
  private static double chiSquare(int degrees) {
    double ninth = 2.0 / (9 * degrees);
    return degrees < 1 ? 0 : degrees * Math.pow(1 - ninth + NORMAL * Math.sqrt(ninth), 3);
  }

  private static double[] ks(TrainingBins bins, long[] counts, long n) {
    int missing = bins.missing();
    double present = n - counts[missing];
    double trained = (1 - bins.share(missing)) * bins.rows();
    if (!bins.ordered() || present < 1 || trained < 1) {
      return new double[] {Double.NaN, Double.NaN};
    }
    double greatest = 0;
    double live = 0;
    double training = 0;
    for (int bin = 0; bin < missing; bin++) {
      live += counts[bin] / present;
      training += bins.share(bin) / (1 - bins.share(missing));
      greatest = Math.max(greatest, Math.abs(live - training));
    }
    return new double[] {greatest, KOLMOGOROV * Math.sqrt(1 / present + 1 / trained)};
  }
}
