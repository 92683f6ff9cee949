// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import io.otd.train.internal.settings.Labelled;
import io.otd.train.settings.DataSettings.Validation;
import io.otd.train.settings.MaskSettings.Law;
import io.otd.train.settings.ModelSettings.Output;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A method of predictive regression: the settings that make it. All else they have in common. */
@SuppressWarnings("ImmutableEnumChecker") // maps of numbers and enumerations, made by Map.of
public enum Method implements Labelled {
  /** Left to the table: see {@link Settings#forTable}. */
  AUTO("The default: a pool for tables, OTD for fields.", Map.of()),
  /** Optimal Transport Dropout. */
  OTD("Optimal Transport Dropout.", Map.of()),
  /** OTD without the kinetic action: transport has no cost. */
  OTD_NO_ACTION(
      "OTD without the kinetic action: transport has no cost.",
      Map.of("loss.action_weight", Optional.of(0.0))),
  /** OTD with a piecewise linear encoding of the numeric columns. */
  OTD_PIECES(
      "OTD with a piecewise linear encoding of the numeric columns.", Map.of("model.pieces", true)),
  /** OTD with ten times the weight decay: smoother functions, where rows are few. */
  OTD_DECAY(
      "OTD with ten times the weight decay: smoother functions, where rows are few.",
      Map.of("training.weight_decay", .1)),
  /** OTD with a Gaussian mixture for each draw of the masks, trained by their common likelihood. */
  OTD_MIXTURE(
      "OTD with a Gaussian mixture for each draw of the masks, trained by their common likelihood.",
      likelihood(Output.GAUSSIAN_MIXTURE, Map.of("loss.draws", 4))),
  /** The same with a piecewise linear encoding of the numeric columns. */
  OTD_MIXTURE_PIECES(
      "otd-mixture with a piecewise linear encoding of the numeric columns.",
      likelihood(Output.GAUSSIAN_MIXTURE, Map.of("loss.draws", 4, "model.pieces", true))),
  /** OTD without transport: the reference masks unchanged, trained with the energy score. */
  OTD_0(
      "OTD without transport: the reference masks unchanged, trained with the energy score.",
      Map.of("masks.steps", 0)),
  /** Low-latent OTD: a code of low dimension is transported and lifted to masks. */
  OTD_LOW_LATENT(
      "Low-latent OTD: a code of low dimension is transported and lifted to masks.",
      Map.of("masks.law", Law.LOW_LATENT)),
  /** Conditional OTD: a transported code is an additional input of an unmasked network. */
  OTD_CONDITIONAL(
      "Conditional OTD: a transported code is an additional input of an unmasked network.",
      Map.of("model.network", ModelSettings.Network.CONDITIONAL)),
  /** Monte Carlo dropout (Gal and Ghahramani 2016), trained with the squared error. */
  MC_DROPOUT(
      "Monte Carlo dropout (Gal and Ghahramani 2016), trained with the squared error.",
      oneDraw(Law.BERNOULLI, LossSettings.Type.SQUARED_ERROR, constantRate(Map.of("masks.p", .9)))),
  /** Monte Carlo dropout trained with the energy score. */
  MC_DROPOUT_ES(
      "Monte Carlo dropout trained with the energy score.",
      constantRate(
          Map.of("masks.law", Law.BERNOULLI, "masks.p", .9, "data.validation", Validation.SHARED))),
  /** Concrete Dropout with a Gaussian for each row (Gal, Hron and Kendall 2017). */
  CONCRETE_DROPOUT(
      "Concrete Dropout with a Gaussian for each row (Gal, Hron and Kendall 2017).",
      density(
          Law.CONCRETE_DROPOUT,
          Output.GAUSSIAN,
          constantRate(Map.of("masks.p", .9, "masks.temperature", .1)))),
  /** A plain network trained with the squared error: a point prediction without spread. */
  DETERMINISTIC(
      "A plain network trained with the squared error: a point prediction without spread.",
      oneDraw(Law.DETERMINISTIC, LossSettings.Type.SQUARED_ERROR, Map.of())),
  /** A plain network that outputs a Gaussian for each row (Nix and Weigend 1994). */
  GAUSSIAN(
      "A plain network that outputs a Gaussian for each row (Nix and Weigend 1994).",
      density(Law.DETERMINISTIC, Output.GAUSSIAN, constantRate(Map.of()))),
  /** A mixture density network (Bishop 1994). */
  MDN(
      "A mixture density network (Bishop 1994).",
      density(Law.DETERMINISTIC, Output.GAUSSIAN_MIXTURE, Map.of())),
  /** A mixture density network with a piecewise linear encoding of the numeric columns. */
  MDN_PIECES(
      "A mixture density network with a piecewise linear encoding of the numeric columns.",
      density(Law.DETERMINISTIC, Output.GAUSSIAN_MIXTURE, Map.of("model.pieces", true))),
  /** Five networks that each output a Gaussian for each row (Lakshminarayanan et al. 2017). */
  DEEP_ENSEMBLE(
      "Five networks that each output a Gaussian for each row (Lakshminarayanan et al. 2017).",
      density(
          Law.DETERMINISTIC,
          Output.GAUSSIAN,
          constantRate(Map.of("model.members", Optional.of(5))))),
  /** OTD without inputs: the distribution of the targets alone, as a baseline. */
  MARGINAL(
      "OTD without inputs: the distribution of the targets alone, as a baseline.",
      Map.of("model.inputs", false, "model.hidden", List.of(32, 32))),
  /** Extremely randomised trees: no networks, and only together with some. */
  EXTRA_TREES(
      "Extremely randomised trees (Geurts et al. 2006). Only as one of model.kinds.", Map.of()),
  /** Boosted trees: no networks, and only together with some. */
  BOOSTED_TREES(
      "Boosted trees (Friedman 2001) for location and scale. Only as one of model.kinds.",
      Map.of()),
  /** A weighted pool of OTD, density networks, trees and the targets' distribution alone. */
  POOL(
      "A weighted pool of several methods.",
      Map.of(
          "model.kinds",
          List.of(
              OTD,
              OTD_MIXTURE_PIECES,
              MDN,
              OTD_MIXTURE,
              MARGINAL,
              OTD_PIECES,
              MDN_PIECES,
              EXTRA_TREES,
              BOOSTED_TREES)));

  private static final String PATH = "model.method";

  /** The settings that a pool determines for all its kinds. */
  private static final Set<String> OF_POOL = Set.of("data.validation", "model.members");

  /** One more kind of the pool, up to as many rows of a table. */
  static final int MOST_ROWS_OF_DECAY = 128;

  /** Kinds of the pool where one network of each is trained. */
  static final List<Method> OF_LARGE_TABLES = List.of(OTD, OTD_PIECES, EXTRA_TREES, BOOSTED_TREES);

  /** Above what is usual after the first steps. */
  private static final double LONGEST_GRADIENT = 5;

  private final String description;
  private final Map<String, Object> settings;

  Method(String description, Map<String, Object> settings) {
    this.description = description;
    this.settings = settings;
  }

  /** Kinds of the pool that is the default for a table of few rows, in which decay may help. */
  static List<Method> ofFewRows() {
    List<Method> kinds = new ArrayList<>(POOL.standard().model().kinds());
    kinds.add(OTD_DECAY);
    return List.copyOf(kinds);
  }

  /** Settings of a loss of single draws, as the authors of these methods train and validate. */
  private static Map<String, Object> oneDraw(
      Law law, LossSettings.Type loss, Map<String, Object> more) {
    Map<String, Object> settings = new HashMap<>(more);
    settings.put("masks.law", law);
    settings.put("loss.type", loss);
    settings.put("loss.draws", 1);
    settings.put("data.validation", Validation.SHARED);
    return Map.copyOf(settings);
  }

  /** The same for a network that outputs a density. */
  private static Map<String, Object> density(Law law, Output output, Map<String, Object> more) {
    return oneDraw(law, LossSettings.Type.NEGATIVE_LOG_LIKELIHOOD, likelihood(output, more));
  }

  /**
   * Settings of a network that outputs a density and is trained by its likelihood. If it begins
   * with a tiny spread, the first gradients are a million times as long as the later ones, and the
   * optimizer would remember them for thousands of steps.
   */
  private static Map<String, Object> likelihood(Output output, Map<String, Object> more) {
    Map<String, Object> settings = new HashMap<>(more);
    settings.put("model.output", output);
    settings.put("loss.type", LossSettings.Type.NEGATIVE_LOG_LIKELIHOOD);
    settings.put("training.clip_norm", Optional.of(LONGEST_GRADIENT));
    return Map.copyOf(settings);
  }

  /**
   * A constant, smaller rate and more steps, on which these methods do better: their gradients are
   * the noisier ones, of single draws and of log-likelihoods.
   */
  private static Map<String, Object> constantRate(Map<String, Object> more) {
    Map<String, Object> settings = new HashMap<>(more);
    settings.put("training.schedule", OptimizationSettings.Decay.CONSTANT);
    settings.put("training.learning_rate", 3e-3);
    settings.put("training.steps", Optional.of(8000));
    return settings;
  }

  /** Whether it grows trees instead of training networks. */
  public boolean grown() {
    return this == EXTRA_TREES || this == BOOSTED_TREES;
  }

  /** A description for the user, in one sentence. */
  String description() {
    return description;
  }

  /**
   * Settings of networks of this method in a pool: those of the pool, and what makes the method
   * where nothing else is set. Which rows are held out, and how many networks there are, is the
   * pool's.
   */
  Settings inPool(Settings pool) {
    Map<String, Object> values = new HashMap<>();
    for (Map.Entry<String, Object> own : settings.entrySet()) {
      String path = own.getKey();
      boolean free =
          Settings.TREE.value(pool, path).equals(Settings.TREE.value(Settings.STANDARD, path));
      if (free && !OF_POOL.contains(path)) {
        values.put(path, own.getValue());
      }
    }
    values.put(PATH, this);
    values.put("model.kinds", List.of());
    if (grown()) {
      // The pieces of a number divide no rows that the number does not divide.
      values.put("model.pieces", false);
    }
    return Settings.TREE.with(pool, values);
  }

  /** Settings with this method, and the kinds that are pooled, if any. */
  Settings named(Settings settings) {
    Map<String, Object> values = new HashMap<>();
    values.put(PATH, this);
    if (this == POOL && settings.model().kinds().isEmpty()) {
      values.putAll(this.settings);
    }
    return Settings.TREE.with(settings, values);
  }

  /** Its name as a user writes it, e.g. {@code mc-dropout}. */
  @Override
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The path of the setting that names the method. */
  static String path() {
    return PATH;
  }

  /** The defaults of all settings under this method. */
  public Settings standard() {
    Map<String, Object> values = new HashMap<>(settings);
    values.put(PATH, this);
    return Settings.TREE.with(Settings.STANDARD, values);
  }

  /** Paths of the settings whose default depends on the method. */
  static Set<String> paths() {
    Set<String> paths = new HashSet<>();
    for (Method method : values()) {
      paths.addAll(method.settings.keySet());
    }
    return paths;
  }
}
