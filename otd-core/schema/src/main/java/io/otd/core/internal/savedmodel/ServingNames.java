// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.savedmodel;

import java.util.List;

/** Every name that the writer of a SavedModel and its readers must agree on. */
public final class ServingNames {
  /** The SavedModel's graph and signatures. */
  public static final String MODEL_FILE = "saved_model.pb";

  /** Directory of the variables. */
  public static final String VARIABLES_DIRECTORY = "variables";

  /** Prefix of the names of the variables' files, in their directory. */
  public static final String VARIABLES_PREFIX = "variables";

  /** Directory of the files that the graph reads while it is loaded. */
  public static final String ASSETS_DIRECTORY = "assets";

  /** Directory of the files that TensorFlow does not look at. */
  public static final String EXTRA_DIRECTORY = "assets.extra";

  /** The description of the model: an {@link ExportDescription}. */
  public static final String DESCRIPTION_FILE = "otd.json";

  /** Requests that a server replays before it takes others. */
  public static final String WARMUP_FILE = "tf_serving_warmup_requests";

  /** The only tag. */
  public static final String TAG = "serve";

  /** The method of every signature. */
  public static final String METHOD = "tensorflow/serving/predict";

  /** Mean, spread and quantiles of rows. */
  public static final String DEFAULT_SIGNATURE = "serving_default";

  /** The same, with one input per column. */
  public static final String BY_NAME = "by_name";

  /** The draws of the mask bank. */
  public static final String SAMPLE = "sample";

  /** The probability of being at or below a threshold. */
  public static final String PROBABILITY = "probability";

  /** Draws with fresh masks. */
  public static final String DRAW = "draw";

  /** The variance within the networks, and between them. */
  public static final String PARTS = "parts";

  /** The signatures of every export. */
  public static final List<String> SIGNATURES =
      List.of(DEFAULT_SIGNATURE, BY_NAME, SAMPLE, PROBABILITY, DRAW, PARTS);

  /**
   * Input: the cells that are numbers, float32 {@code [B, columns]}, NaN for a missing one; only if
   * there is such a column.
   */
  public static final String ROWS = "x";

  /**
   * Input: the cells that are texts, string {@code [B, columns]}, empty for a missing one; only if
   * there is such a column.
   */
  public static final String TEXTS = "c";

  /** Input of {@link #PROBABILITY}: float32 {@code [B, d_y]}. */
  public static final String THRESHOLD = "threshold";

  /** Input of {@link #DRAW}: int64 {@code [B]}. */
  public static final String SEED = "seed";

  /** Output: float32 {@code [B, d_y]}. */
  public static final String MEAN = "mean";

  /** Output: standard deviation of the draws, float32 {@code [B, d_y]}. */
  public static final String STD = "std";

  /** Output: float32 {@code [B, Q, d_y]}, the levels as the description lists them. */
  public static final String QUANTILES = "quantiles";

  /**
   * Output: lower ends of the conformal intervals, float32 {@code [B, A, d_y]}, the levels as the
   * description lists them; may be infinite. Only where the model has such intervals.
   */
  public static final String LOWER = "lower";

  /** Output: the upper ends likewise. */
  public static final String UPPER = "upper";

  /** Output: float32 {@code [B, S, d_y]}. */
  public static final String SAMPLES = "samples";

  /**
   * Output: mean over the networks of the variance of a network's own draws, float32 {@code [B,
   * d_y]}.
   */
  public static final String WITHIN = "variance_within";

  /** Output: variance of the networks' means, float32 {@code [B, d_y]}. */
  public static final String BETWEEN = "variance_between";

  /** Output of {@link #PROBABILITY}: float32 {@code [B, d_y]}. */
  public static final String BELOW = "below";

  /**
   * Name of the variable that holds the masks, {@code [S, d_z]}; with masks that do not vary one
   * row for each member of the ensemble.
   */
  public static final String MASK_BANK = "mask_bank";

  /** Name of the variable that holds the noise of the output law, if it takes any. */
  public static final String NOISE_BANK = "noise_bank";

  private ServingNames() {}

  /** The signature of a request that names none, or the named one. */
  public static String orDefault(String signature) {
    return signature.isEmpty() ? DEFAULT_SIGNATURE : signature;
  }
}
