package io.otd.train.tabular;

import io.otd.core.calibration.SpreadCalibration;
import io.otd.core.graph.Compilation;
import io.otd.core.layer.Parameter;
import io.otd.core.layer.ParameterVector;
import io.otd.core.metrics.AnalyticLikelihood;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.PredictiveScores;
import io.otd.core.metrics.SampleEnergyScore;
import io.otd.core.model.ModelSpec;
import io.otd.core.model.Weights;
import io.otd.core.program.EnsembleSampler;
import io.otd.core.program.NoiseStream;
import io.otd.core.trained.Provenance;
import io.otd.core.trained.TrainedModel;
import io.otd.core.trained.TrainingSnapshot;
import io.otd.train.config.Settings;
import io.otd.train.training.EnsembleTrainer;
import io.otd.train.training.Trainer;
import io.otd.train.training.TrainingListener;
import io.otd.train.training.TrainingOutcome;
import io.otd.train.training.TrainingRows;
import io.otd.train.training.Validation;
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
   * Name of the metric by which runs are chosen: the energy score of the standardised validation
   * rows, of an ensemble the pooled one.
   */
  public static final String VALIDATION_SCORE = "validation.standardized_energy_score";

  /**
   * What a run gave.
   *
   * @param model the trained model; of an interrupted run the best so far, neither calibrated nor
   *     measured
   * @param snapshots from which training can go on, one for each member of the ensemble that has
   *     begun
   * @param outcome why training ended
   * @param test predictions of the test rows, where there are any and the run was not interrupted
   */
  public record Result(
      TrainedModel model,
      List<TrainingSnapshot> snapshots,
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
   * @param resumed snapshots of the same run to go on from, if any
   * @param listener is told what happens
   * @throws io.otd.train.training.DivergedException if a number stops being finite
   */
  public Result run(List<TrainingSnapshot> resumed, TrainingListener listener) {
    EnsembleTrainer.Result trained = train(resumed, listener);
    List<TrainingSnapshot> snapshots = trained.snapshots();
    if (trained.outcome() == TrainingOutcome.INTERRUPTED) {
      return new Result(model(snapshots), snapshots, trained.outcome(), Optional.empty());
    }
    TrainedModel model = calibrated(trained);
    if (data.split().test().length == 0) {
      return new Result(model, snapshots, trained.outcome(), Optional.empty());
    }
    TestResult test = measure(model, data.split().test());
    Map<String, Double> metrics = new LinkedHashMap<>(model.metrics());
    test.scores().values().forEach((name, value) -> metrics.put("test." + name, value));
    return new Result(
        model(trained.parameters(), model.spread(), metrics),
        snapshots,
        trained.outcome(),
        Optional.of(test));
  }

  private EnsembleTrainer.Result train(List<TrainingSnapshot> resumed, TrainingListener listener) {
    TrainingRows rows = data.rows(data.split().train());
    int[] validation = data.split().validation();
    if (validation.length == 0) {
      return train(rows, Optional.empty(), resumed, listener);
    }
    try (ValidationScore score =
        new ValidationScore(
            spec(),
            data.rows(validation),
            settings.training().validationDraws(),
            settings.training().seed(),
            trainer.compilation(),
            trainer.warnings())) {
      return train(rows, Optional.of(score), resumed, listener);
    }
  }

  private EnsembleTrainer.Result train(
      TrainingRows rows,
      Optional<Validation> validation,
      List<TrainingSnapshot> resumed,
      TrainingListener listener) {
    return new EnsembleTrainer(trainer)
        .train(
            settings.model().members(),
            spec(),
            rows,
            validation,
            settings.trainingSettings(rows.rows()),
            resumed,
            listener);
  }

  private TrainedModel calibrated(EnsembleTrainer.Result trained) {
    Map<String, Double> metrics = validated(trained.snapshots());
    int[] validation = data.split().validation();
    boolean pooled = settings.model().members() > 1;
    boolean spread = settings.calibration().spread() && (spec().random() || pooled);
    if (validation.length == 0 || !(spread || pooled)) {
      return model(trained.parameters(), SpreadCalibration.NONE, metrics);
    }
    TrainingRows rows = data.rows(validation);
    double[][] observed = Outputs.byRow(rows.y(), spec().outputs());
    Draws drawn = drawn(trained.parameters(), rows);
    if (pooled) {
      // The members' own scores say little of the ensemble's.
      metrics.put(VALIDATION_SCORE, SampleEnergyScore.of(drawn, observed).mean());
    }
    return model(
        trained.parameters(),
        spread ? SpreadCalibration.fit(drawn, observed) : SpreadCalibration.NONE,
        metrics);
  }

  private Draws drawn(List<float[]> members, TrainingRows rows) {
    int draws = draws(rows.y().length, "calibration");
    try (EnsembleSampler sampler =
        new EnsembleSampler(
            spec(), members, draws, rows.rows(), trainer.compilation(), trainer.warnings())) {
      float[] drawn =
          sampler.sample(rows.x(), NoiseStream.VALIDATION.key(settings.training().seed()));
      return Draws.of(sampler.draws(), rows.rows(), spec().outputs(), drawn);
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
      PredictiveScores scores = PredictiveScores.of(drawn, observed, levels);
      return new TestResult(
          drawn,
          observed,
          sampler
              .logDensities(inputs, observed)
              .map(AnalyticLikelihood::negativeLogLikelihood)
              .map(nll -> scores.with(AnalyticLikelihood.NAME, nll))
              .orElse(scores));
    }
  }

  private static Map<String, Double> validated(List<TrainingSnapshot> snapshots) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    // Every finished run has a metric: a model without any is one of an unfinished run.
    metrics.put("training.epochs", snapshots.stream().mapToDouble(TrainingSnapshot::epoch).sum());
    if (snapshots.get(0).bestEpoch() >= 0) {
      metrics.put(VALIDATION_SCORE, snapshots.get(0).bestScore());
    }
    return metrics;
  }

  /**
   * The model of snapshots, one for each member that has begun: their best parameters so far,
   * neither calibrated nor measured.
   */
  public TrainedModel model(List<TrainingSnapshot> snapshots) {
    return model(
        snapshots.stream().map(TrainingSnapshot::best).toList(), SpreadCalibration.NONE, Map.of());
  }

  private TrainedModel model(
      List<float[]> members, SpreadCalibration spread, Map<String, Double> metrics) {
    List<Parameter> all = spec().parameters();
    ParameterVector vector = new ParameterVector(all);
    return new TrainedModel(
        spec(),
        data.schema(),
        spread,
        members.stream().map(m -> new Weights(all, vector.split(m))).toList(),
        settings.training().seed(),
        metrics,
        provenance);
  }
}
