// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.network.Backbone;
import io.otd.core.internal.network.ConditionalMlp;
import io.otd.core.internal.network.MaskedMlp;
import io.otd.core.internal.network.PredictiveNetwork;
import io.otd.core.internal.output.Direct;
import io.otd.core.internal.output.Gaussian;
import io.otd.core.internal.output.GaussianMixture;
import io.otd.core.internal.output.OutputLaw;
import io.otd.core.internal.settings.Default;
import io.otd.core.internal.settings.Setting;
import io.otd.train.internal.settings.SettingsTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The predictive network; each {@link Setting} has a description.
 *
 * @param method that the other settings start from
 * @param network what it does with a draw's latent
 * @param hidden widths
 * @param kinds that are pooled
 * @param inputs whether the networks see them
 * @param pieces whether the networks see those of numeric columns
 * @param relevance whether it scales the inputs
 * @param activation of the hidden layers
 * @param initializer of the kernels
 * @param scaledMasks whether a unit keeps its mean
 * @param residual whether hidden layers add to what they were given
 * @param linearPath whether there is an affine path in parallel with the network
 * @param output of the network
 * @param components of a mixture
 * @param members of an ensemble
 */
public record ModelSettings(
    @Setting("Method; it sets the defaults of other settings.") @Default("auto") Method method,
    @Setting("Methods that are pooled; [] for no pool.") @Default("[]") List<Method> kinds,
    @Setting("Whether the networks see the inputs.") @Default("true") boolean inputs,
    @Setting("Whether the networks see the pieces of numeric columns (columns.pieces).")
        @Default("false")
        boolean pieces,
    @Setting(
            "Whether the inputs of a column are scaled by how much it tells boosted trees about the"
                + " targets, so that networks learn from other columns later.")
        @Default("false")
        boolean relevance,
    @Setting(
            "How a draw enters the network: as masks that multiply the hidden units, or as"
                + " a code in addition to the inputs (conditional OTD).")
        @Default("masked")
        Network network,
    @Setting(value = "Widths of the hidden layers.", atLeast = 1, atMost = 65536)
        @Default("[64, 64, 64]")
        List<Integer> hidden,
    @Setting("Activation of the hidden layers.") @Default("gelu_tanh") Activation activation,
    @Setting("Initializer of the kernels; biases start at zero.") @Default("he_normal")
        Initializer initializer,
    @Setting("Divide the masks by the keep probability.") @Default("true") boolean scaledMasks,
    @Setting(
            "Residual connections around the hidden layers after the first; requires equal"
                + " widths.")
        @Default("true")
        boolean residual,
    @Setting("Add an affine skip connection from the inputs to the outputs.") @Default("true")
        boolean linearPath,
    @Setting("What the network outputs for a row: a draw, a Gaussian, or a Gaussian mixture.")
        @Default("direct")
        Output output,
    @Setting(value = "Number of components of the Gaussian mixture.", atLeast = 1, atMost = 1024)
        @Default("5")
        int components,
    @Setting(
            value =
                "Number of ensemble members; null for 5 if each holds out a different part and"
                    + " the table has at most 20,000 rows, else 1.",
            atLeast = 1,
            atMost = 1024,
            byRule = true)
        @Default("null")
        Optional<Integer> members) {
  /** The use of a draw's latent by the network. */
  public enum Network {
    /** Hidden units are multiplied by masks. */
    MASKED,
    /** A code is an additional input, no unit is masked. */
    CONDITIONAL
  }

  /** The output of the network. */
  public enum Output {
    /** A draw: all randomness is in the masks. */
    DIRECT,
    /** Mean and standard deviation of each target. */
    GAUSSIAN,
    /** Weights, means and standard deviations of a mixture. */
    GAUSSIAN_MIXTURE
  }

  /** Not for a pool: it is one itself, or its networks have one draw to give. */
  private static final Set<Method> UNFIT = Set.of(Method.AUTO, Method.POOL, Method.DETERMINISTIC);

  static final ModelSettings STANDARD = SettingsTree.standard(ModelSettings.class);

  /** Problems of the kinds of a pool. */
  List<String> kindProblems() {
    List<String> problems = new ArrayList<>();
    if (kinds.size() != Set.copyOf(kinds).size()) {
      problems.add("model.kinds: %s (expected: each method once)".formatted(labels(kinds)));
    }
    List<Method> unfit = kinds.stream().filter(UNFIT::contains).toList();
    if (!unfit.isEmpty()) {
      problems.add(
          "model.kinds: %s (expected: methods whose predictions are random)"
              .formatted(labels(unfit)));
    }
    if (method.grown() || (!kinds.isEmpty() && kinds.stream().allMatch(Method::grown))) {
      problems.add(
          "model.%s (expected: in model.kinds, together with a method of networks)"
              .formatted(method.grown() ? "method: " + method.label() : "kinds: " + labels(kinds)));
    }
    if (!inputs && network == Network.CONDITIONAL) {
      problems.add("model.inputs: false with model.network: conditional (expected: masked)");
    }
    if (relevance && network == Network.CONDITIONAL) {
      problems.add("model.relevance: true with model.network: conditional (expected: masked)");
    }
    return problems;
  }

  /**
   * Whether the networks have their default settings, so that other methods may be pooled with
   * them.
   */
  boolean standardNetworks() {
    return network == STANDARD.network
        && output == STANDARD.output
        && inputs
        && pieces == STANDARD.pieces;
  }

  static String labels(List<Method> methods) {
    return methods.stream().map(Method::label).collect(Collectors.joining(", "));
  }

  OutputLaw law() {
    return switch (output) {
      case DIRECT -> new Direct();
      case GAUSSIAN -> new Gaussian();
      case GAUSSIAN_MIXTURE -> new GaussianMixture(components);
    };
  }

  /**
   * The network.
   *
   * @param code width of the code, if it takes one
   */
  PredictiveNetwork predictiveNetwork(int code) {
    return switch (network) {
      case MASKED ->
          new MaskedMlp(
              hidden, activation, initializer, new Backbone(scaledMasks, residual, linearPath));
      case CONDITIONAL ->
          new ConditionalMlp(
              code, hidden, activation, initializer, new Backbone(false, residual, linearPath));
    };
  }
}
