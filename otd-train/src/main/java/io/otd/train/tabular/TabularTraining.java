package io.otd.train.tabular;

import io.otd.core.calibration.SpreadCalibration;
import io.otd.core.graph.Compilation;
import io.otd.core.layer.Parameter;
import io.otd.core.layer.ParameterVector;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.PredictiveScores;
import io.otd.core.metrics.SampleEnergyScore;
import io.otd.core.model.ModelSpec;
import io.otd.core.model.Weights;
import io.otd.core.program.EnsembleSampler;
import io.otd.core.program.Member;
import io.otd.core.program.NoiseStream;
import io.otd.core.trained.Provenance;
import io.otd.core.trained.TrainedMember;
import io.otd.core.trained.TrainedModel;
import io.otd.core.trained.TrainingSnapshot;
import io.otd.train.config.Settings;
import io.otd.train.data.MemberRows;
import io.otd.train.data.Subset;
import io.otd.train.training.EnsembleTrainer;
import io.otd.train.training.Trainer;
import io.otd.train.training.TrainingListener;
import io.otd.train.training.TrainingOutcome;
import io.otd.train.training.TrainingRows;
import java.util.ArrayList;
import java.util.Arrays;
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
   * rows before calibration. Of an ensemble it is the pooled one; where each member holds out rows
   * of its own, the mean over all of them, each scored by a member that has not seen it: the
   * ensemble scores better.
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
    TrainedModel model = calibrated(snapshots);
    if (data.split().test().length == 0) {
      return new Result(model, snapshots, trained.outcome(), Optional.empty());
    }
    TestResult test = measure(model, data.split().test());
    Map<String, Double> metrics = new LinkedHashMap<>(model.metrics());
    test.scores().values().forEach((name, value) -> metrics.put("test." + name, value));
    return new Result(
        model.with(metrics),
        snapshots,
        trained.outcome(),
        Optional.of(test));
  }

  private EnsembleTrainer.Result train(List<TrainingSnapshot> resumed, TrainingListener listener) {
    return new EnsembleTrainer(trainer)
        .train(
            data.plan().members(),
            spec(),
            this::open,
            settings.trainingSettings(data.memberRows().get(0).train().length),
            resumed,
            listener);
  }

  private EnsembleTrainer.MemberData.Opened open(int member) {
    MemberRows rows = data.memberRows().get(member);
    return new EnsembleTrainer.MemberData.Opened(
        data.rows(rows.train()),
        rows.validation().length == 0
            ? Optional.empty()
            : Optional.of(
                new ValidationScore(
                    spec(),
                    data.rows(
                        Subset.of(
                            rows.validation(),
                            settings.training().validationRows(),
                            settings.data().seed())),
                    settings.training().validationDraws(),
                    settings.training().seed(),
                    trainer.compilation(),
                    trainer.warnings())));
  }

  private TrainedModel calibrated(List<TrainingSnapshot> snapshots) {
    List<Member> members = members(snapshots);
    Map<String, Double> metrics = new LinkedHashMap<>();
    // Every finished run has a metric: a model without any is one of an unfinished run.
    metrics.put("training.steps", snapshots.stream().mapToDouble(TrainingSnapshot::step).sum());
    if (data.plan().apart()) {
      return eachCalibrated(members, metrics);
    }
    int[] validation = data.split().validation();
    boolean spread = settings.calibration().spread() && (spec().random() || members.size() > 1);
    if (validation.length == 0) {
      return model(members, SpreadCalibration.NONE, metrics);
    }
    HeldOut held = heldOut(members, validation, settings.training().seed());
    metrics.put(VALIDATION_SCORE, held.score());
    return model(members, spread ? held.spread() : SpreadCalibration.NONE, metrics);
  }

  /** Each member by the rows that it held out: all rows, and each by a member that has not seen it. */
  private TrainedModel eachCalibrated(List<Member> members, Map<String, Double> metrics) {
    List<Member> calibrated = new ArrayList<>();
    double sum = 0;
    int rows = 0;
    for (int m = 0; m < members.size(); m++) {
      Member member = members.get(m);
      int[] validation = data.memberRows().get(m).validation();
      if (validation.length == 0) {
        return model(members, SpreadCalibration.NONE, metrics);
      }
      HeldOut held = heldOut(List.of(member), validation, settings.training().seed());
      sum += held.score() * validation.length;
      rows += validation.length;
      calibrated.add(
          settings.calibration().spread()
              ? new Member(member.parameters(), held.spread())
              : member);
    }
    metrics.put(VALIDATION_SCORE, sum / rows);
    return model(calibrated, SpreadCalibration.NONE, metrics);
  }

  /** Draws of rows that their members have not seen. */
  private record HeldOut(Draws draws, double[][] observed) {
    double score() {
      return SampleEnergyScore.of(draws, observed).mean();
    }

    SpreadCalibration spread() {
      return SpreadCalibration.fit(draws, observed);
    }
  }

  private HeldOut heldOut(List<Member> members, int[] validation, long seed) {
    TrainingRows rows = data.rows(validation);
    int draws = draws(rows.y().length, "calibration");
    try (EnsembleSampler sampler =
        new EnsembleSampler(
            spec(), members, draws, rows.rows(), trainer.compilation(), trainer.warnings())) {
      float[] drawn = sampler.sample(rows.x(), NoiseStream.VALIDATION.key(seed));
      return new HeldOut(
          Draws.of(sampler.draws(), rows.rows(), spec().outputs(), drawn),
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
      PredictiveScores scores = PredictiveScores.of(drawn, observed, levels);
      return new TestResult(
          drawn,
          observed,
          sampler
              .logDensities(inputs, observed)
              .map(logs -> scores.with("nll_analytic", -mean(logs)))
              .orElse(scores));
    }
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  /**
   * The model of snapshots, one for each member that has begun: their best parameters so far,
   * neither calibrated nor measured.
   */
  public TrainedModel model(List<TrainingSnapshot> snapshots) {
    return model(members(snapshots), SpreadCalibration.NONE, Map.of());
  }

  private static List<Member> members(List<TrainingSnapshot> snapshots) {
    return snapshots.stream().map(s -> Member.of(s.best())).toList();
  }

  private TrainedModel model(
      List<Member> members, SpreadCalibration spread, Map<String, Double> metrics) {
    List<Parameter> all = spec().parameters();
    ParameterVector vector = new ParameterVector(all);
    return new TrainedModel(
        spec(),
        data.schema(),
        spread,
        members.stream()
            .map(
                m ->
                    new TrainedMember(
                        new Weights(all, vector.split(m.parameters())), m.spread()))
            .toList(),
        settings.training().seed(),
        metrics,
        provenance);
  }
}
