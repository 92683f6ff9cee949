// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.prediction;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.density.Bandwidth;
import io.otd.core.metrics.density.BandwidthSelection;
import io.otd.core.metrics.density.KdeLikelihood;
import io.otd.core.metrics.density.LikelihoodScale;
import io.otd.core.metrics.density.StackedKernels;
import io.otd.core.schema.TargetColumn;
import io.otd.train.internal.result.ReadMetrics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The kernel densities that a model's likelihood is measured by, on the network's scale. Choices on
 * validation rows are among the model's metrics.
 *
 * @param bandwidth where the kernels have one width
 * @param stacked kernels of several widths
 */
public record KernelDensity(Bandwidth.Fixed bandwidth, StackedKernels stacked) {
  /** Name of the bandwidth among a model's metrics. */
  public static final String BANDWIDTH = "validation.kde_bandwidth";

  private static final String WEIGHT = "validation.kernel_weight_";

  /**
   * Chooses by the likelihood of validation rows.
   *
   * @param validation {@code [K, n, d_y]}, on the network's scale
   * @param observed {@code [n][d_y]}, on the same scale
   * @param weights how much each row counts
   */
  public static KernelDensity fit(Draws validation, double[][] observed, RowWeights weights) {
    return new KernelDensity(
        BandwidthSelection.select(validation, observed, weights.of()),
        StackedKernels.fit(validation, observed, weights.inUnitsOfTheirMean().of()));
  }

  /**
   * Kernels of one width.
   *
   * @param least the width if the bandwidth is smaller
   */
  public KernelDensity atLeast(double least) {
    double width = Math.max(bandwidth.width(), least);
    StackedKernels.Width fixed = new StackedKernels.Width(StackedKernels.Unit.FIXED, width);
    return new KernelDensity(
        new Bandwidth.Fixed(width),
        new StackedKernels(List.of(new StackedKernels.Kernel(fixed, 1))));
  }

  /** As metrics of the model: the bandwidth, and a weight by the unit and size of its kernels. */
  public Map<String, Double> metrics() {
    Map<String, Double> metrics = new LinkedHashMap<>();
    metrics.put(BANDWIDTH, bandwidth.width());
    for (StackedKernels.Kernel kernel : stacked.kernels()) {
      metrics.put(
          WEIGHT + kernel.width().unit().name().toLowerCase(Locale.ROOT) + "_" + size(kernel),
          kernel.weight());
    }
    return metrics;
  }

  private static String size(StackedKernels.Kernel kernel) {
    return Double.toString(kernel.width().size());
  }

  /** The density of a model, none if there were no validation rows to choose it on. */
  public static Optional<KdeLikelihood.Density> of(
      Map<String, Double> metrics, List<TargetColumn> targets) {
    return Optional.ofNullable(metrics.get(BANDWIDTH))
        .map(
            width ->
                new KdeLikelihood.Density(
                    new Bandwidth.Fixed(width), new Scale(targets), stacked(metrics)));
  }

  /** None for models that were trained before there were any. */
  private static Optional<StackedKernels> stacked(Map<String, Double> metrics) {
    List<StackedKernels.Kernel> kernels = new ArrayList<>();
    for (StackedKernels.Unit unit : StackedKernels.Unit.values()) {
      String prefix = WEIGHT + unit.name().toLowerCase(Locale.ROOT) + "_";
      new ReadMetrics(metrics)
          .under(prefix)
          .forEach(
              (size, weight) ->
                  kernels.add(
                      new StackedKernels.Kernel(
                          new StackedKernels.Width(unit, Double.parseDouble(size)), weight)));
    }
    return kernels.isEmpty() ? Optional.empty() : Optional.of(new StackedKernels(kernels));
  }

  /** The network's scale; a value that a transform does not reach has no density. */
  private record Scale(List<TargetColumn> targets) implements LikelihoodScale {
    @Override
    public double forward(int output, double value) {
      TargetColumn target = targets.get(output);
      return target.defined(value) ? target.forward(value) : 0;
    }

    @Override
    public double logDerivative(int output, double value) {
      TargetColumn target = targets.get(output);
      return target.defined(value) ? target.logSlope(value) : Double.NEGATIVE_INFINITY;
    }
  }
}
