// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Moments;
import io.otd.core.metrics.evaluation.ScoreOptions;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.parallel.Workers;
import io.otd.train.internal.prediction.KernelDensity;
import io.otd.train.internal.prediction.ModelSampler;
import io.otd.train.internal.prediction.UnpredictableRowException;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.result.Improvement;
import io.otd.train.internal.result.TestResult;
import io.otd.train.settings.Settings;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The last steps of a run: calibration of the intervals, scores on the test rows, profiles.
 *
 * @param trainer how programs are compiled, and the receiver of warnings
 * @param workers sample the networks
 */
record ModelMeasurement(
    Settings settings, PreparedTable data, NetworkTrainer trainer, Workers workers) {
  /**
   * A model that is finished.
   *
   * @param model calibrated, with its metrics and the profile of its predictions
   * @param test predictions of the test rows, if there are any
   */
  record Measured(TrainedModel model, Optional<TestResult> test) {}

  /**
   * Calibrates a model and measures it.
   *
   * @param chosen the model with what was chosen on the validation rows
   */
  Measured of(TrainedModel chosen) {
    TrainedModel model = calibrated(chosen);
    Map<String, Double> metrics = new LinkedHashMap<>(model.metrics());
    int[] tests = data.split().test();
    int[] profiled = PredictionProfiles.rows(data, settings.data().seed());
    try (ModelSampler sampler = sampler(model, tests.length > 0 ? tests : profiled)) {
      Optional<TestResult> test = tested(model, sampler);
      test.ifPresent(t -> t.scores().flat().forEach((k, v) -> metrics.put("test." + k, v)));
      test.flatMap(this::improvement).ifPresent(i -> metrics.putAll(i.metrics()));
      TrainedModel finished =
          model
              .with(metrics)
              .with(PredictionProfiles.of(predictions(sampler), profiled, trainer.warnings()));
      return new Measured(finished, test);
    }
  }

  /** Against the model that was trained further, if any, on the same test rows. */
  private Optional<Improvement> improvement(TestResult now) {
    return data.from()
        .flatMap(
            earlier -> {
              try (ModelSampler sampler = sampler(earlier, data.split().test())) {
                return tested(earlier, sampler);
              }
            })
        .flatMap(
            before ->
                Improvement.of(
                    before.rows().energyScore(),
                    now.rows().energyScore(),
                    new RowWeights(now.rows().weight())));
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
    double[][] observed = data.encoding().observed(data.table(), data.split().train());
    double[] weights = data.weights().at(data.split().train()).of();
    return IntStream.range(0, data.schema().targets().size())
        .mapToObj(j -> Arrays.stream(observed).mapToDouble(row -> row[j]).toArray())
        .map(values -> CalibrationFit.FLOOR_SHARE * Moments.of(values, weights).scale())
        .toList();
  }

  private Optional<TestResult> tested(TrainedModel model, ModelSampler sampler) {
    if (data.split().test().length == 0) {
      return Optional.empty();
    }
    try {
      ScoreOptions options =
          ScoreOptions.of(settings.evaluation().levels())
              .withDensity(KernelDensity.of(model.metrics(), model.schema().targets()))
              .withAtoms(model.schema().atoms())
              .withFurther(settings.evaluation().further());
      return Optional.of(
          TestScoring.of(
              predictions(sampler), data.split().test(), model, options, settings.coverageBy()));
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
        Math.min(rows.length, ModelSampler.block(draws, data.schema().targets().size())),
        DrawDesign.INDEPENDENT,
        workers::each,
        trainer.compiler());
  }

  private TablePredictions predictions(ModelSampler sampler) {
    return new TablePredictions(sampler, data);
  }
}
