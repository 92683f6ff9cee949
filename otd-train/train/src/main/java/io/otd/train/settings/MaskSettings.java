// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import io.otd.core.internal.flow.Flow;
import io.otd.core.internal.flow.FlowSolver;
import io.otd.core.internal.flow.VelocityField;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.mask.Bernoulli;
import io.otd.core.internal.mask.ConcreteDropout;
import io.otd.core.internal.mask.ConcreteReference;
import io.otd.core.internal.mask.Deterministic;
import io.otd.core.internal.mask.Lift;
import io.otd.core.internal.mask.LowLatent;
import io.otd.core.internal.mask.MaskLaw;
import io.otd.core.internal.mask.Transported;
import io.otd.core.internal.settings.Default;
import io.otd.core.internal.settings.Setting;
import io.otd.train.internal.settings.SettingsTree;
import java.util.List;

/**
 * The law of the masks; each {@link Setting} has a description.
 *
 * @param law the family
 * @param p probability of keeping a unit
 * @param temperature tau
 * @param velocity widths of the velocity network
 * @param velocityActivation of its hidden layers
 * @param velocityInitializer of its kernels
 * @param solver of the flow
 * @param steps L
 * @param latent width of the code of the low-latent and conditional variants
 * @param lift widths of the lifting network
 * @param shared whether the rows of a batch share Bernoulli masks
 * @param perCase whether each field of a step has its own
 * @param lengthScale of the prior of the weights in Concrete Dropout
 */
public record MaskSettings(
    @Setting(
            "Distribution of the masks: transported by a learned flow (OTD), lifted from a"
                + " transported code (low-latent OTD), Bernoulli (Monte Carlo dropout), relaxed"
                + " with learned rates (Concrete Dropout), or all ones.")
        @Default("transported")
        Law law,
    @Setting(value = "Keep probability; the initial one in Concrete Dropout.", above = 0, below = 1)
        @Default("0.5")
        double p,
    @Setting(value = "Temperature of relaxed masks; 1 with p = 0.5 is uniform.", above = 0)
        @Default("1.0")
        double temperature,
    @Setting(value = "Widths of the hidden layers of the velocity network.", atLeast = 1)
        @Default("[32, 32]")
        List<Integer> velocity,
    @Setting("Activation of the velocity network.") @Default("gelu_tanh")
        Activation velocityActivation,
    @Setting("Initializer of the kernels of the velocity network.") @Default("he_normal")
        Initializer velocityInitializer,
    @Setting("ODE solver of the flow.") @Default("euler") FlowSolver solver,
    @Setting(
            value = "Number of solver steps of the flow; 0 leaves the reference masks unchanged.",
            atLeast = 0)
        @Default("4")
        int steps,
    @Setting(
            value = "Dimension of the transported code in low-latent and conditional OTD.",
            atLeast = 1,
            atMost = 65536)
        @Default("8")
        int latent,
    @Setting(
            value = "Widths of the hidden layers of the network that lifts a code to masks.",
            atLeast = 1)
        @Default("[64]")
        List<Integer> lift,
    @Setting(
            "Whether all rows of a batch share their Bernoulli masks; OTD masks are always"
                + " shared.")
        @Default("false")
        boolean shared,
    @Setting(
            "With batches of whole fields, whether each field has its own masks (or code);"
                + " else all share them.")
        @Default("true")
        boolean perCase,
    @Setting(value = "Length scale of the weight prior in Concrete Dropout.", atLeast = 0)
        @Default("1e-4")
        double lengthScale) {
  /** The families of laws. */
  public enum Law {
    /** Carried by a learned flow: OTD. */
    TRANSPORTED,
    /** Lifted from a code of few numbers that a learned flow carries: low-latent OTD. */
    LOW_LATENT,
    /** Independent and binary: Monte Carlo dropout. */
    BERNOULLI,
    /** Relaxed and binary, with learned rates: Concrete Dropout. */
    CONCRETE_DROPOUT,
    /** All one: a plain network. */
    DETERMINISTIC
  }

  static final MaskSettings STANDARD = SettingsTree.standard(MaskSettings.class);

  /** Whether a flow carries anything, be it in no steps. */
  boolean flows() {
    return law == Law.TRANSPORTED || law == Law.LOW_LATENT;
  }

  private Transported transported() {
    return new Transported(
        new ConcreteReference(p, temperature),
        new Flow(
            new VelocityField(velocity, velocityActivation, velocityInitializer), solver, steps));
  }

  MaskLaw maskLaw() {
    return switch (law) {
      case TRANSPORTED -> transported();
      case LOW_LATENT ->
          new LowLatent(
              latent, transported(), new Lift(lift, velocityActivation, velocityInitializer));
      case BERNOULLI -> new Bernoulli(1 - p, shared);
      case CONCRETE_DROPOUT -> new ConcreteDropout(1 - p, temperature, lengthScale);
      case DETERMINISTIC -> new Deterministic();
    };
  }
}
