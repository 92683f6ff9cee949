package io.otd.train.settings;

import io.otd.core.flow.Flow;
import io.otd.core.flow.FlowSolver;
import io.otd.core.flow.VelocityField;
import io.otd.core.layer.Activation;
import io.otd.core.layer.Initializer;
import io.otd.core.mask.Bernoulli;
import io.otd.core.mask.ConcreteDropout;
import io.otd.core.mask.ConcreteReference;
import io.otd.core.mask.Deterministic;
import io.otd.core.mask.Lift;
import io.otd.core.mask.LowLatent;
import io.otd.core.mask.MaskLaw;
import io.otd.core.mask.Transported;
import io.otd.table.settings.Setting;
import java.util.List;

/**
 * The law of the masks; what each is, its {@link Setting} says.
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
            "Law of the masks: carried by a learned flow (OTD), lifted from a carried code of few"
                + " numbers (low-latent OTD), Bernoulli (Monte Carlo dropout), relaxed with learned"
                + " rates (Concrete Dropout), or all one (a plain network).")
        Law law,
    @Setting(
            value =
                "Probability of keeping a unit, of the reference law; Concrete Dropout begins with it.",
            above = 0,
            below = 1)
        double p,
    @Setting(value = "Temperature of relaxed masks; 1 with p = 0.5 is uniform.", above = 0)
        double temperature,
    @Setting(value = "Widths of the hidden layers of the velocity network.", atLeast = 1)
        List<Integer> velocity,
    @Setting("Activation of the velocity network.") Activation velocityActivation,
    @Setting("Law of its first kernels.") Initializer velocityInitializer,
    @Setting("Scheme of the flow.") FlowSolver solver,
    @Setting(value = "Steps of the flow; 0 leaves the reference as it is.", atLeast = 0) int steps,
    @Setting(
            value =
                "Numbers of the code (d_z) that the flow carries in low-latent and conditional OTD; in"
                    + " OTD itself there is one for each hidden unit.",
            atLeast = 1,
            atMost = 65536)
        int latent,
    @Setting(
            value =
                "Widths of the hidden layers of the network that lifts a code to masks, in low-latent"
                    + " OTD; activation and first kernels are those of the velocity network.",
            atLeast = 1)
        List<Integer> lift,
    @Setting(
            "Whether all rows of a batch share their Bernoulli masks; those of OTD they always do.")
        boolean shared,
    @Setting(
            "Where a step sees whole fields: whether each has masks (or a code) of its own, so that a"
                + " draw is one mask for a whole field; else all fields of the step share them.")
        boolean perCase,
    @Setting(value = "Length scale of the prior of the weights, in Concrete Dropout.", atLeast = 0)
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

  static final MaskSettings STANDARD =
      new MaskSettings(
          Law.TRANSPORTED,
          0.5,
          1.0,
          List.of(32, 32),
          Activation.GELU_TANH,
          Initializer.HE_NORMAL,
          FlowSolver.EULER,
          4,
          8,
          List.of(64),
          false,
          true,
          1e-4);

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
