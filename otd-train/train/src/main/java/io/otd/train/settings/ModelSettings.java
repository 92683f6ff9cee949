package io.otd.train.settings;

import io.otd.core.layer.Activation;
import io.otd.core.layer.Initializer;
import io.otd.core.network.Backbone;
import io.otd.core.network.ConditionalMlp;
import io.otd.core.network.MaskedMlp;
import io.otd.core.network.PredictiveNetwork;
import io.otd.core.output.Direct;
import io.otd.core.output.Gaussian;
import io.otd.core.output.GaussianMixture;
import io.otd.core.output.OutputLaw;
import io.otd.table.settings.Setting;
import java.util.List;
import java.util.Optional;

/**
 * The predictive network; what each is, its {@link Setting} says.
 *
 * @param method that the other settings start from
 * @param network what it does with a draw's latent
 * @param hidden widths
 * @param activation of the hidden layers
 * @param initializer of the kernels
 * @param scaledMasks whether a unit keeps its mean
 * @param residual whether hidden layers add to what they were given
 * @param linearPath whether there is an affine path beside the network
 * @param output what the network gives
 * @param components of a mixture
 * @param members of an ensemble
 */
public record ModelSettings(
    @Setting("Method that the defaults of other settings follow from.") Method method,
    @Setting(
            "What a draw does in the network: its masks multiply the hidden units, or (conditional"
                + " OTD) its code of masks.latent numbers goes in beside the inputs.")
        Network network,
    @Setting(value = "Widths of the hidden layers.", atLeast = 1, atMost = 65536)
        List<Integer> hidden,
    @Setting("Activation of the hidden layers.") Activation activation,
    @Setting("Law of the first kernels; biases start at zero.") Initializer initializer,
    @Setting("Divide the masks by the probability of keeping a unit.") boolean scaledMasks,
    @Setting("Hidden layers after the first add to what they were given; needs equal widths.")
        boolean residual,
    @Setting("Add a straight line from the inputs to the outputs beside the network.")
        boolean linearPath,
    @Setting(
            "What the network gives for a row: a draw itself, mean and standard deviation of a"
                + " Gaussian, or a Gaussian mixture.")
        Output output,
    @Setting(value = "Components of the Gaussian mixture.", atLeast = 1, atMost = 1024)
        int components,
    @Setting(
            value =
                "Networks that are trained apart, whose draws are pooled; null for 5 where each holds"
                    + " out another part of a table of at most 20000 rows, else 1.",
            atLeast = 1,
            atMost = 1024)
        Optional<Integer> members) {
  /** What the network does with a draw's latent. */
  public enum Network {
    /** Hidden units are multiplied by masks. */
    MASKED,
    /** A code goes in beside the inputs, no unit is masked. */
    CONDITIONAL
  }

  /** What the network gives. */
  public enum Output {
    /** A draw: all randomness is in the masks. */
    DIRECT,
    /** Mean and standard deviation of each target. */
    GAUSSIAN,
    /** Weights, means and standard deviations of a mixture. */
    GAUSSIAN_MIXTURE
  }

  static final ModelSettings STANDARD =
      new ModelSettings(
          Method.OTD,
          Network.MASKED,
          List.of(64, 64, 64),
          Activation.GELU_TANH,
          Initializer.HE_NORMAL,
          true,
          true,
          true,
          Output.DIRECT,
          5,
          Optional.empty());

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
   * @param code width of the code, where it takes one
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
