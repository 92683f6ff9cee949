// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.prediction;

import io.otd.core.metrics.Bandwidth;
import io.otd.core.metrics.KdeLikelihood;
import io.otd.core.metrics.LikelihoodScale;
import io.otd.core.schema.TargetColumn;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The kernel density that a model's likelihood is measured by: its bandwidth, chosen on validation
 * rows, is one of the model's metrics, on the network's scale.
 */
public final class KernelDensity {
  /** Name of the bandwidth among a model's metrics. */
  public static final String BANDWIDTH = "validation.kde_bandwidth";

  private KernelDensity() {}

  /**
   * The density of a model, none where there were no validation rows to choose it on.
   *
   * @param metrics of the model
   * @param targets of the model
   */
  public static Optional<KdeLikelihood.Density> of(
      Map<String, Double> metrics, List<TargetColumn> targets) {
    return Optional.ofNullable(metrics.get(BANDWIDTH))
        .map(width -> new KdeLikelihood.Density(new Bandwidth.Fixed(width), new Scale(targets)));
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
