// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import io.otd.core.internal.flow.FlowSolver;
import io.otd.core.internal.flow.VelocityField;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.loss.EnergyScore;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.loss.SquaredError;
import io.otd.core.internal.network.Backbone;
import io.otd.core.internal.optimizer.AdamW;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.evaluation.PredictiveScores;
import io.otd.paper.experiment.Claim;
import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.Measure;
import io.otd.paper.experiment.Runs;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.SeedMeans;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Variant;
import io.otd.train.internal.network.TrainingRows;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reduced-order model misspecification (paper, "Reduced-Order Model misspecification Dataset"): a
 * network too small for the fast component of its target; OTD compared with Monte Carlo dropout.
 *
 * @implNote L2 and L1 of the paper's table are read as RMSE and MAE of the ensemble mean, absolute;
 *     MACE is over the levels 0.50 0.75 0.80 0.90 0.95. The dropout's "parameter regularisation" is
 *     read as the sum of the squares of all parameters, in the loss, with plain Adam; at the rate
 *     of the paper's table, 1e-4, it is close to the printed row; at 1e-3 it matches the printed
 *     row. Without the penalty the baseline is stronger, and is shown as well.
 */
public record Rom() implements CurveExperiment {
  static final String OTD = "otd";
  static final String DROPOUT = "dropout";
  static final String DROPOUT_FAST = "dropout_rate_1e-3";
  static final String DROPOUT_FREE = "dropout_no_penalty";
  private static final int EPOCHS = 50_000;
  private static final RomProblem PROBLEM = RomProblem.PAPER;
  private static final int DRAWS = 256;
  private static final double PENALTY = 1e-3;

  @Override
  public String id() {
    return "rom";
  }

  @Override
  public List<Variant> variants(Scale scale) {
    int epochs = scale.epochs(EPOCHS);
    VelocityField velocity =
        new VelocityField(List.of(2, 2), Activation.GELU_TANH, Initializer.HE_NORMAL);
    return List.of(
        new Variant(
            OTD,
            "OTD",
            PaperModels.eightEight(
                PaperModels.transported(velocity, FlowSolver.EULER, 80), Backbone.PLAIN),
            PaperModels.fullBatch(
                new EnergyScore(64), new KineticAction(1, 1e-5), 0, AdamW.of(1e-5), 1e-4, epochs)),
        dropout(DROPOUT, "MC Dropout", PENALTY, 1e-4, epochs),
        dropout(DROPOUT_FAST, "MC Dropout, learning rate 1e-3", PENALTY, 1e-3, epochs),
        dropout(DROPOUT_FREE, "MC Dropout, no penalty", 0, 1e-4, epochs));
  }

  private static Variant dropout(
      String name, String label, double penalty, double rate, int epochs) {
    return new Variant(
        name,
        label,
        PaperModels.dropout(.05),
        PaperModels.fullBatch(
            new SquaredError(1), KineticAction.NONE, penalty, AdamW.ADAM, rate, epochs));
  }

  @Override
  public TrainingRows rows() {
    return PROBLEM.training().rows();
  }

  @Override
  public Map<String, Double> measure(Trained run, Sampler sampler, Scale scale) {
    Pairs test = PROBLEM.test();
    PredictiveScores scores =
        PredictiveScores.of(
            sampler.at(test.x(), 0), test.observed(), CoverageLevels.GINZBURG_LANDAU);
    Map<String, Double> values = new LinkedHashMap<>();
    measures().forEach(m -> values.put(m.name(), scores.get(m.name())));
    return values;
  }

  @Override
  public int draws(Scale scale) {
    return scale.draws(DRAWS);
  }

  @Override
  public int points(Scale scale) {
    return PROBLEM.testPoints();
  }

  @Override
  public List<Claim> claims(SeedMeans means) {
    List<Claim> claims = new ArrayList<>();
    for (Measure m : measures().subList(0, 3)) {
      for (Variant other : variants(Scale.PAPER).subList(1, 4)) {
        double ours = means.mean(OTD, m.name());
        double theirs = means.mean(other.name(), m.name());
        claims.add(
            new Claim("OTD is better than " + other.label() + " in " + m.label(), ours < theirs));
      }
    }
    return claims;
  }

  @Override
  public List<Figure> figures(Runs runs, Scale scale) {
    return RomFigures.of(runs);
  }
}
