// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import io.otd.core.internal.loss.EnergyScore;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.loss.Loss;
import io.otd.core.internal.loss.NegativeLogLikelihood;
import io.otd.core.internal.loss.SquaredError;
import io.otd.core.internal.settings.Default;
import io.otd.core.internal.settings.Setting;
import io.otd.train.internal.settings.SettingsTree;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;

/**
 * Settings of the training loss; each {@link Setting} has a description.
 *
 * @param type of the loss
 * @param draws K
 * @param actionDraws K_kin
 * @param actionWeight lambda
 * @param penalty of the parameters
 */
public record LossSettings(
    @Setting("Training loss of a row.") @Default("energy_score") Type type,
    @Setting(value = "Draws per training step.", atLeast = 1, atMost = 65536) @Default("8")
        int draws,
    @Setting(
            value = "Additional draws per step, on which the kinetic action is charged.",
            atLeast = 0,
            atMost = 65536)
        @Default("2")
        int actionDraws,
    @Setting(
            value =
                "Weight of the kinetic action (lambda); null for 0.01 or 10/n, whichever is"
                    + " smaller, for n training rows.",
            atLeast = 0,
            byRule = true)
        @Default("null")
        Optional<Double> actionWeight,
    @Setting(value = "Weight of the sum of squares of all parameters.", atLeast = 0) @Default("0")
        double penalty) {
  /** The losses. */
  public enum Type {
    /** A proper score of the whole predictive distribution. */
    ENERGY_SCORE,
    /** Squared error of single draws. */
    SQUARED_ERROR,
    /** Negative logarithm of the density, of Gaussian outputs and mixtures. */
    NEGATIVE_LOG_LIKELIHOOD
  }

  static final LossSettings STANDARD = SettingsTree.standard(LossSettings.class);

  private static final double MAX_ACTION_WEIGHT = .01;
  private static final double ACTION_WEIGHT_OF_ALL_ROWS = 10;

  Loss loss(ModelSettings model, MaskSettings masks) {
    int passes = masks.maskLaw().random() ? draws : 1;
    return switch (type) {
      case ENERGY_SCORE -> new EnergyScore(model.law().random() ? draws : passes);
      case SQUARED_ERROR -> new SquaredError(passes);
      case NEGATIVE_LOG_LIKELIHOOD -> new NegativeLogLikelihood(passes);
    };
  }

  /**
   * The charge for the flow, none for laws without one. A flow without steps is charged 0 for the
   * same number of draws, so that it has the same noise as any other.
   *
   * @param rows training rows; the more there are, the smaller the weight of the charge
   */
  KineticAction action(MaskSettings masks, int rows) {
    double weight = actionWeight.orElseGet(() -> standardActionWeight(rows));
    return masks.flows() ? new KineticAction(actionDraws, weight) : KineticAction.NONE;
  }

  /** Two digits, so that folds with nearly the same number of rows share one compiled program. */
  private static double standardActionWeight(int rows) {
    double byRows =
        new BigDecimal(ACTION_WEIGHT_OF_ALL_ROWS / rows).round(new MathContext(2)).doubleValue();
    return Math.min(MAX_ACTION_WEIGHT, byRows);
  }
}
