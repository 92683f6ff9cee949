// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import java.util.List;
import java.util.Optional;

/**
 * A score in words.
 *
 * @param name in results, e.g. {@code energy_score}, without a level
 * @param title as a heading
 * @param meaning in a few words
 * @param unit what its values are in
 */
public record Score(String name, String title, String meaning, Unit unit) {
  private static final String ERROR = "_error";

  /** The unit of a score. */
  public enum Unit {
    /** The target's unit. */
    TARGET,
    /** No description, or one derived from the meaning. */
    NONE
  }

  private static final List<Score> ALL =
      List.of(
          target("rmse", "Root mean squared error", "of the predicted mean"),
          target("mae", "Mean absolute error", "of the predicted mean"),
          target("energy_score", "Energy score", "fit less dispersion, lower is better"),
          target("fit", "Fit", "first term of the energy score: distance of draws to observation"),
          target("dispersion", "Dispersion", "second term: half the distance between two draws"),
          target(
              "crps_empirical", "Empirical CRPS", "CRPS with the draws as the exact distribution"),
          target("crps_above", "CRPS above a threshold", "threshold-weighted, lower is better"),
          target("crps_below", "CRPS below a threshold", "threshold-weighted, lower is better"),
          target("crps_upper", "CRPS of the upper tail", "quantile-weighted, lower is better"),
          target("crps_lower", "CRPS of the lower tail", "quantile-weighted, lower is better"),
          target("crps_tails", "CRPS of both tails", "quantile-weighted, lower is better"),
          target("crps_center", "CRPS of the center", "quantile-weighted, lower is better"),
          plain("cost", "Cost", "mean, if each row is decided by the quantile that costs least"),
          plain("cost_by_mean", "Cost by the mean", "mean, if each row is decided by its mean"),
          target("crps", "CRPS", "continuous ranked probability score, mean over targets"),
          plain("nll_kde", "Negative log-likelihood", "by a kernel density, lower is better"),
          plain(
              "nll_stacked",
              "Negative log-likelihood, stacked",
              "by kernels of several widths, lower is better"),
          plain(
              "nll_analytic",
              "Negative log-likelihood, analytic",
              "by the model's own density, lower is better"),
          target("pinball", "Pinball loss", "of quantiles, lower is better"),
          plain("variogram_score", "Variogram score", "dependence of targets, lower is better"),
          plain(
              "mace",
              "Coverage error",
              "mean absolute, over the levels; share of 1, 0 is calibrated"),
          plain(
              "miscalibration_area",
              "Miscalibration area",
              "absolute coverage error over all levels; 0 is calibrated"),
          plain(
              "pit_ks_p",
              "Calibration p-value",
              "Kolmogorov-Smirnov test of a uniform PIT; small: not calibrated"),
          plain(
              "pit_ks",
              "Calibration distance",
              "Kolmogorov-Smirnov distance of the PIT from uniform"),
          plain(
              "spearman_error_dispersion",
              "Rank correlation of error and dispersion",
              "Spearman's; 1 is best"),
          plain("ause", "AUSE", "area between sparsification curve and oracle; 0 is best"),
          plain("joint_picp", "Joint coverage", "share of rows with every target in its interval"),
          plain("picp", "Coverage", "share of observed values inside the interval"),
          plain("relative_width", "Relative width", "width over the range of the observed target"),
          target("width", "Interval width", "mean width of the interval"),
          target("winkler", "Interval score", "lower is better"),
          plain(
              "standardized_energy_score",
              "Standardised energy score",
              "energy score of the standardised target"),
          plain("kde_bandwidth", "Kernel width", "in standard deviations of the training target"),
          plain(
              "kernel_weight_fixed",
              "Kernel weight",
              "of a width in standard deviations of the training target"),
          plain(
              "kernel_weight_relative",
              "Kernel weight",
              "of a width in standard deviations of a row's draws"),
          plain("steps", "Steps", "count"));

  /** The scores that a report of a run shows first, in order. */
  static final List<Score> HEADLINES =
      List.of("rmse", "mae", "energy_score", "nll_kde", "mace", "pit_ks_p").stream()
          .map(name -> find(name).orElseThrow())
          .toList();

  private static Score target(String name, String title, String meaning) {
    return new Score(name, title, meaning, Unit.TARGET);
  }

  private static Score plain(String name, String title, String meaning) {
    return new Score(name, title, meaning, Unit.NONE);
  }

  /**
   * The score that a name such as {@code test.picp_0.9} or {@code conformal.width_0.9} is of.
   *
   * @return nothing where the name is not known
   */
  public static Optional<Score> find(String name) {
    String score =
        plain(name)
            .replaceFirst("^conformal\\.", "")
            .replaceFirst("^cost_.*?(_by_mean)?$", "cost$1")
            .replaceFirst("_-?\\d+(\\.\\d+)?$", "");
    return ALL.stream().filter(s -> s.name().equals(score)).findFirst();
  }

  /** Title and meaning of a name such as {@code test.picp_0.9}, empty if it is not known. */
  static String meaning(String name) {
    if (name.endsWith(ERROR)) {
      return find(name.substring(0, name.length() - ERROR.length()))
          .map(s -> s.title() + ": its standard error")
          .orElse("");
    }
    String of = plain(name).startsWith("conformal.") ? "Conformal intervals. " : "";
    return find(name).map(s -> of + s.title() + ": " + s.note("the target")).orElse("");
  }

  /**
   * Meaning and unit.
   *
   * @param targets whose unit it has where it has one
   */
  public String note(String targets) {
    return unit == Unit.TARGET ? meaning + "; in the unit of " + targets : meaning;
  }

  private static String plain(String name) {
    return name.replaceFirst("^(test\\.|validation\\.|training\\.)", "");
  }
}
