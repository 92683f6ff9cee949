package io.otd.train.report;

import java.util.LinkedHashMap;
import java.util.Map;

/** What the names of scores mean, in a few words. */
final class ScoreMeanings {
  private static final Map<String, String> BY_NAME = byName();

  private ScoreMeanings() {}

  private static Map<String, String> byName() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("rmse", "root mean squared error of the mean; target's units");
    all.put("mae", "mean absolute error of the mean; target's units");
    all.put("energy_score", "fit less dispersion, lower is better; target's units");
    all.put("fit", "first term of the energy score: distance of draws to the observed value");
    all.put("dispersion", "second term: half the distance between two draws");
    all.put("crps_empirical", "CRPS with the draws as the whole law; target's units");
    all.put("crps", "continuous ranked probability score, mean over targets; target's units");
    all.put("nll_kde", "negative log-likelihood by a kernel density, lower is better");
    all.put("nll_analytic", "negative log-likelihood by the model's own density, lower is better");
    all.put("pinball", "pinball loss of quantiles, lower is better; target's units");
    all.put("variogram_score", "dependence between targets, lower is better");
    all.put("mace", "mean absolute coverage error; share of 1, 0 is calibrated");
    all.put("miscalibration_area", "the same over all levels; 0 is calibrated");
    all.put("pit_ks_p", "p-value of that distance; small: not calibrated");
    all.put("pit_ks", "Kolmogorov-Smirnov distance of the PIT from uniform");
    all.put("spearman_error_dispersion", "rank correlation of error and dispersion; 1 is best");
    all.put("ause", "area between sparsification curve and oracle; 0 is best");
    all.put("joint_picp", "share of rows with every target inside its interval");
    all.put("picp", "share of observed values inside the interval");
    all.put("relative_width", "width over the range of the observed target");
    all.put("width", "mean width of the interval; target's units");
    all.put("winkler", "interval score, lower is better; target's units");
    all.put("standardized_energy_score", "energy score of the standardised target");
    all.put("kde_bandwidth", "kernel width, in standard deviations of the training target");
    all.put("steps", "count");
    return all;
  }

  /** The meaning of a name such as {@code test.picp_0.9}, empty where it is not known. */
  static String of(String name) {
    String plain = name.replaceFirst("^(test\\.|validation\\.|training\\.)", "");
    String score = plain.replaceFirst("^conformal\\.", "").replaceFirst("_0\\.\\d+$", "");
    String meaning = BY_NAME.getOrDefault(score, "");
    return plain.startsWith("conformal.") && !meaning.isEmpty()
        ? "of the conformal intervals: " + meaning
        : meaning;
  }
}
