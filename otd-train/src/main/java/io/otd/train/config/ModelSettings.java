package io.otd.train.config;

import io.otd.core.layer.Activation;
import io.otd.core.layer.Initializer;
import io.otd.core.network.Backbone;
import io.otd.core.network.MaskedMlp;
import java.util.List;

/**
 * The predictive network; what each is, its {@link Setting} says.
 *
 * @param hidden widths
 * @param activation of the hidden layers
 * @param initializer of the kernels
 * @param scaledMasks whether a unit keeps its mean
 * @param residual whether hidden layers add to what they were given
 * @param linearPath whether there is an affine path beside the network
 */
public record ModelSettings(
    @Setting(value = "Widths of the hidden layers.", atLeast = 1, atMost = 65536)
        List<Integer> hidden,
    @Setting("Activation of the hidden layers.") Activation activation,
    @Setting("Law of the first kernels; biases start at zero.") Initializer initializer,
    @Setting("Divide the masks by the probability of keeping a unit.") boolean scaledMasks,
    @Setting("Hidden layers after the first add to what they were given; needs equal widths.")
        boolean residual,
    @Setting("Add a straight line from the inputs to the outputs beside the network.")
        boolean linearPath) {
  static final ModelSettings STANDARD =
      new ModelSettings(
          List.of(128, 128, 128), Activation.GELU_TANH, Initializer.HE_NORMAL, true, true, true);

  MaskedMlp network() {
    return new MaskedMlp(
        hidden, activation, initializer, new Backbone(scaledMasks, residual, linearPath));
  }
}
