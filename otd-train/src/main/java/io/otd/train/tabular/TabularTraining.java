package io.otd.train.tabular;

import io.otd.core.calibration.Calibration;
import io.otd.core.layer.Parameter;
import io.otd.core.layer.ParameterVector;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.NonFiniteDrawException;
import io.otd.core.metrics.ScoreOptions;
import io.otd.core.model.ModelSpec;
import io.otd.core.model.Weights;
import io.otd.core.program.NoiseStream;
import io.otd.core.program.SamplingProgram;
import io.otd.core.schema.Standardization;
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

  /** What the model is. */
  public ModelSpec spec() {
    return settings.modelSpec(data.schema().inputs().size(), data.schema().targets().size());
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
    float[] parameters = trained.parameters();
    ValidationFit onValidation = onValidation(parameters);
    Map<String, Double> metrics = validated(trained.snapshot());
    onValidation.bandwidth().ifPresent(h -> metrics.put(KernelDensity.BANDWIDTH, h.width()));
    TrainedModel model =
        calibrated(model(parameters, Calibration.of(onValidation.spread()), metrics));
    Optional<TestResult> test = tested(model);
    test.ifPresent(t -> t.scores().flat().forEach((k, v) -> metrics.put("test." + k, v)));
    return new Result(
        model(parameters, model.calibration(), metrics),
        trained.snapshot(),
        trained.outcome(),
        test);
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
            trainer.warnings(),
            place -> far(validation[place]))) {
      return trainer.train(
          spec(),
          rows,
          Optional.of(score),
          settings.trainingSettings(rows.rows()),
          resumed,
          listener);
    }
  }

  private ValidationFit onValidation(float[] parameters) {
    int[] validation = data.split().validation();
    if (validation.length == 0) {
      return ValidationFit.NONE;
    }
    TrainingRows rows = data.rows(validation);
    int draws = spec().masks().random() ? draws(rows.y().length, "calibration") : 1;
    int block = SamplingProgram.blockFor(spec(), draws, rows.rows());
    try (SamplingProgram program =
        new SamplingProgram(spec(), draws, block, trainer.compilation(), trainer.warnings())) {
      float[] drawn =
          program.sample(
              parameters, rows.x(), NoiseStream.VALIDATION.key(settings.training().seed()));
      return ValidationFit.of(
          Draws.of(draws, rows.rows(), spec().outputs(), drawn),
          Outputs.byRow(rows.y(), spec().outputs()),
          settings.calibration().spread() && spec().masks().random());
    } catch (NonFiniteDrawException e) {
      trainer
          .warnings()
          .accept(
"no calibration of the spread: " + far(validation[e.row()]));
      return ValidationFit.NONE;
    }
  }

  private String far(int row) {
    return String.valueOf(
        UnpredictableRowException.of(data.table(), data.scaling(), row).getMessage());
  }

  private int draws(long values, String what) {
    return DrawLimit.draws(settings.evaluation().draws(), values, what, trainer.warnings());
  }

  private TrainedModel calibrated(TrainedModel model) {
    if (!settings.calibration().needsRows()) {
      return model;
    }
    CalibrationFit fit =
        new CalibrationFit(settings.calibration(), settings.evaluation().levels(), floors());
    try (ModelSampler sampler = sampler(model, data.split().calibration())) {
      Calibration calibration =
          fit.fit(
              predictions(sampler),
              data.split().calibration(),
              model.calibration(),
              trainer.warnings());
      return model.with(calibration);
    } catch (UnpredictableRowException e) {
      trainer.warnings().accept("no conformal or isotonic calibration: " + e.getMessage());
      return model;
    }
  }

  /** Of each target's standard deviation over the training rows, or of 1 if it is constant. */
  private List<Double> floors() {
    double[][] observed = data.scaling().observed(data.table(), data.split().train());
    return Standardization.fit(observed).scale().stream()
        .map(scale -> CalibrationFit.FLOOR_SHARE * scale)
        .toList();
  }

  private Optional<TestResult> tested(TrainedModel model) {
    if (data.split().test().length == 0) {
      return Optional.empty();
    }
    try (ModelSampler sampler = sampler(model, data.split().test())) {
      ScoreOptions options =
          ScoreOptions.of(settings.evaluation().levels())
              .withDensity(KernelDensity.of(model.metrics(), model.targetScaling()));
      return Optional.of(
          TestResult.of(predictions(sampler), data.split().test(), model, options));
    } catch (UnpredictableRowException e) {
      trainer.warnings().accept("no test metrics: " + e.getMessage());
      return Optional.empty();
    }
  }

  private ModelSampler sampler(TrainedModel model, int[] rows) {
    int draws = settings.evaluation().draws();
    return new ModelSampler(
        model,
        draws,
        Math.min(rows.length, TablePredictions.rows(draws, spec().outputs())),
        trainer.compilation(),
        trainer.warnings());
  }

  private TablePredictions predictions(ModelSampler sampler) {
    return new TablePredictions(
        sampler, data, TablePredictions.rows(sampler.draws(), spec().outputs()));
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
    return model(snapshot.best(), Calibration.NONE, Map.of());
  }

  private TrainedModel model(
      float[] parameters, Calibration calibration, Map<String, Double> metrics) {
    List<Parameter> all = spec().parameters();
    return new TrainedModel(
        spec(),
        data.schema(),
        data.scaling().inputs(),
        data.scaling().targets(),
        calibration,
        new Weights(all, new ParameterVector(all).split(parameters)),
        settings.training().seed(),
        metrics,
        provenance);
  }
}
