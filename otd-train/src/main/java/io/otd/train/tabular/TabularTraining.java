package io.otd.train.tabular;

import io.otd.core.calibration.SpreadCalibration;
import io.otd.core.graph.Compilation;
import io.otd.core.layer.Parameter;
import io.otd.core.layer.ParameterVector;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.PredictiveScores;
import io.otd.core.model.ModelSpec;
import io.otd.core.model.Weights;
import io.otd.core.program.NoiseStream;
import io.otd.core.program.SamplingProgram;
import io.otd.core.trained.Provenance;
import io.otd.core.trained.TrainedModel;
import io.otd.core.trained.TrainingSnapshot;
import io.otd.train.config.Settings;
import io.otd.train.training.Trainer;
import io.otd.train.training.TrainingListener;
import io.otd.train.training.TrainingOutcome;
import io.otd.train.training.TrainingRows;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One training run on a table: training with early stopping, calibration on the validation rows,
 * metrics on the test rows.
 *
 * @param settings of the run
 * @param data the table
 * @param provenance where the model will come from
 * @param trainer trains, and is asked to stop
 */
public record TabularTraining(
    Settings settings, TabularData data, Provenance provenance, Trainer trainer) {
  /**
   * What a run gave.
   *
   * @param model the trained model; of an interrupted run the best so far, neither calibrated nor
   *     measured
   * @param snapshot from which training can go on
   * @param outcome why training ended
   * @param test predictions of the test rows, where there are any and the run was not interrupted
   */
  public record Result(
      TrainedModel model,
      TrainingSnapshot snapshot,
      TrainingOutcome outcome,
      Optional<TestResult> test) {}

  /**
   * Predictions of the test rows.
   *
   * @param draws {@code [K, n, d_y]}, in the target's units
   * @param observed {@code [n][d_y]}, in the target's units
   * @param scores of the draws
   */
  public record TestResult(Draws draws, double[][] observed, PredictiveScores scores) {}

  /** What the model is. */
  public ModelSpec spec() {
    return settings.modelSpec(data.schema().width(), data.schema().targets().size());
  }

  /**
   * Trains, calibrates and measures.
   *
   * @param resumed a snapshot of the same run to go on from, if any
   * @param listener is told what happens
   * @throws io.otd.train.training.DivergedException if a number stops being finite
   */
  public Result run(Optional<TrainingSnapshot> resumed, TrainingListener listener) {
    Trainer.Result trained = train(resumed, listener);
    if (trained.outcome() == TrainingOutcome.INTERRUPTED) {
      return new Result(
          model(trained.snapshot()), trained.snapshot(), trained.outcome(), Optional.empty());
    }
    TrainedModel model =
        model(trained.parameters(), spread(trained.parameters()), validated(trained.snapshot()));
    if (data.split().test().length == 0) {
      return new Result(model, trained.snapshot(), trained.outcome(), Optional.empty());
    }
    TestResult test = measure(model, data.split().test());
    Map<String, Double> metrics = new LinkedHashMap<>(model.metrics());
    test.scores().values().forEach((name, value) -> metrics.put("test." + name, value));
    return new Result(
        model(trained.parameters(), model.spread(), metrics),
        trained.snapshot(),
        trained.outcome(),
        Optional.of(test));
  }

  private Trainer.Result train(Optional<TrainingSnapshot> resumed, TrainingListener listener) {
    TrainingRows rows = data.rows(data.split().train());
    int[] validation = data.split().validation();
    if (validation.length == 0) {
      return trainer.train(
          spec(),
          rows,
          Optional.empty(),
          settings.trainingSettings(rows.rows()),
          resumed,
          listener);
    }
    try (ValidationScore score =
        new ValidationScore(
            spec(),
            data.rows(validation),
            settings.training().validationDraws(),
            settings.training().seed(),
            trainer.compilation(),
            trainer.warnings())) {
      return trainer.train(
          spec(),
          rows,
          Optional.of(score),
          settings.trainingSettings(rows.rows()),
          resumed,
          listener);
    }
  }

  private SpreadCalibration spread(float[] parameters) {
    int[] validation = data.split().validation();
    if (!settings.calibration().spread() || validation.length == 0 || !spec().masks().random()) {
      return SpreadCalibration.NONE;
    }
    TrainingRows rows = data.rows(validation);
    int draws = draws(rows.y().length, "calibration");
    int block = SamplingProgram.blockFor(spec(), draws, rows.rows());
    try (SamplingProgram program =
        new SamplingProgram(spec(), draws, block, trainer.compilation(), trainer.warnings())) {
      float[] drawn =
          program.sample(
              parameters, rows.x(), NoiseStream.VALIDATION.key(settings.training().seed()));
      return SpreadCalibration.fit(
          Draws.of(draws, rows.rows(), spec().outputs(), drawn),
          Outputs.byRow(rows.y(), spec().outputs()));
    }
  }

  private int draws(long values, String what) {
    return DrawLimit.draws(settings.evaluation().draws(), values, what, trainer.warnings());
  }

  private TestResult measure(TrainedModel model, int[] rows) {
    double[][] observed = data.encoding().observed(data.table(), rows);
    int draws = draws((long) rows.length * spec().outputs(), "test metrics");
    return measure(
        model,
        data.encoding().inputs(data.table(), rows),
        observed,
        draws,
        settings.evaluation().levels(),
        trainer.compilation(),
        trainer.warnings());
  }

  static TestResult measure(
      TrainedModel model,
      float[] inputs,
      double[][] observed,
      int draws,
      List<Double> levels,
      Compilation compilation,
      Consumer<String> warnings) {
    try (ModelSampler sampler =
        new ModelSampler(model, draws, observed.length, compilation, warnings)) {
      Draws drawn = sampler.draw(inputs);
      return new TestResult(drawn, observed, PredictiveScores.of(drawn, observed, levels));
    }
  }

  private static Map<String, Double> validated(TrainingSnapshot snapshot) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    // Every finished run has a metric: a model without any is one of an unfinished run.
    metrics.put("training.epochs", (double) snapshot.epoch());
    if (snapshot.bestEpoch() >= 0) {
      metrics.put("validation.standardized_energy_score", snapshot.bestScore());
    }
    return metrics;
  }

  /** The model of a snapshot: its best parameters so far, neither calibrated nor measured. */
  public TrainedModel model(TrainingSnapshot snapshot) {
    return model(snapshot.best(), SpreadCalibration.NONE, Map.of());
  }

  private TrainedModel model(
      float[] parameters, SpreadCalibration spread, Map<String, Double> metrics) {
    List<Parameter> all = spec().parameters();
    return new TrainedModel(
        spec(),
        data.schema(),
        spread,
        new Weights(all, new ParameterVector(all).split(parameters)),
        settings.training().seed(),
        metrics,
        provenance);
  }
}
