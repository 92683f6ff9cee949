package io.otd.train.tabular;

import io.otd.core.metrics.Bandwidth;
import io.otd.core.metrics.KdeLikelihood;
import io.otd.core.metrics.LikelihoodScale;
import io.otd.core.schema.Standardization;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The kernel density that a model's likelihood is measured by: its bandwidth, chosen on validation
 * rows, is one of the model's metrics, in standard deviations of the training targets.
 */
public final class KernelDensity {
  /** Name of the bandwidth among a model's metrics. */
  public static final String BANDWIDTH = "validation.kde_bandwidth";

  private KernelDensity() {}

  /**
   * The density of a model, none where there were no validation rows to choose it on.
   *
   * @param metrics of the model
   * @param targets scaling of the targets
   */
  public static Optional<KdeLikelihood.Density> of(
      Map<String, Double> metrics, Standardization targets) {
    return Optional.ofNullable(metrics.get(BANDWIDTH))
        .map(
            width ->
                new KdeLikelihood.Density(
                    new Bandwidth.Fixed(width),
                    LikelihoodScale.affine(doubles(targets.mean()), doubles(targets.scale()))));
  }

  private static double[] doubles(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
