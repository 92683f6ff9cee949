// SPDX-License-Identifier: Apache-2.0
package io.otd.app.distribution;

import io.otd.core.internal.text.NumberText;
import io.otd.core.metrics.density.Bandwidth;
import io.otd.core.metrics.density.GaussianKde;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The values around which draws of one target gather: the modes of their kernel density, and the
 * share of the draws nearest to each.
 *
 * @param peaks in ascending order, at least one
 * @param mean of the draws
 * @param meanIsRare whether the density at the mean is far below that of the highest mode
 */
public record LikelyValues(List<Peak> peaks, double mean, boolean meanIsRare) {
  private static final int POINTS = 400;

  /** Of Scott's width: it is that of one wide mode, and would fill the valley between two. */
  private static final double NARROW = 0.5;

  /** Of the highest mode's density: lower modes are chance, and a lower density is rare. */
  private static final double LEAST = 0.2;

  /** Copies the list. */
  public LikelyValues {
    peaks = List.copyOf(peaks);
  }

  /**
   * A mode.
   *
   * @param value in the target's units
   * @param share of the draws that are nearer to it than to any other, inside [0, 1]
   */
  public record Peak(double value, double share) {}

  /**
   * Finds them.
   *
   * @param draws at least two, finite
   */
  public static LikelyValues of(double[] draws) {
    GaussianKde density = new GaussianKde(draws, Bandwidth.scott(1));
    double h = density.bandwidth();
    double low = Arrays.stream(draws).min().orElseThrow() - 3 * h;
    double step = (Arrays.stream(draws).max().orElseThrow() + 3 * h - low) / (POINTS - 1);
    double[] grid = new double[POINTS];
    Arrays.setAll(grid, i -> low + i * step);
    List<GaussianKde.Mode> modes = density.modes(grid, LEAST);
    GaussianKde narrow = new GaussianKde(draws, Bandwidth.scott(NARROW));
    double highest =
        modes.stream().mapToDouble(m -> narrow.density(m.position())).max().orElseThrow();
    double mean = Arrays.stream(draws).average().orElseThrow();
    return new LikelyValues(
        shares(modes.stream().map(GaussianKde.Mode::position).toList(), draws),
        mean,
        narrow.density(mean) < LEAST * highest);
  }

  private static List<Peak> shares(List<Double> modes, double[] draws) {
    List<Peak> peaks = new ArrayList<>();
    for (int i = 0; i < modes.size(); i++) {
      double from = i == 0 ? Double.NEGATIVE_INFINITY : middle(modes, i - 1);
      double to = i == modes.size() - 1 ? Double.POSITIVE_INFINITY : middle(modes, i);
      double inside = Arrays.stream(draws).filter(y -> y >= from && y < to).count();
      peaks.add(new Peak(modes.get(i), inside / draws.length));
    }
    return peaks;
  }

  private static double middle(List<Double> modes, int left) {
    return (modes.get(left) + modes.get(left + 1)) / 2;
  }

  /**
   * What a person would say of them.
   *
   * @param unit plural, such as {@code minutes}
   */
  public String sentence(String unit) {
    String values =
        peaks.stream().map(peak -> about(peak, unit)).collect(Collectors.joining(", or "));
    return "It takes %s; %s on average%s."
        .formatted(
            values, NumberText.fixed(mean, 0), meanIsRare ? ", which hardly ever happens" : "");
  }

  private String about(Peak peak, String unit) {
    return "about %s %s".formatted(NumberText.fixed(peak.value(), 0), unit)
        + (peaks.size() == 1 ? "" : " (%s %%)".formatted(NumberText.fixed(100 * peak.share(), 0)));
  }
}
