// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.provenance.Provenance;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.core.schema.TableSchema;
import io.otd.table.internal.split.MemberRows;
import io.otd.table.internal.split.Subset;
import io.otd.table.problem.InputException;
import io.otd.train.internal.network.EnsembleFit;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.network.TimeLimit;
import io.otd.train.internal.parallel.Workers;
import io.otd.train.internal.prediction.KernelDensity;
import io.otd.train.internal.prediction.UnpredictableRowException;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.result.TestResult;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import io.otd.train.progress.TrainingOutcome;
import io.otd.train.settings.Method;
import io.otd.train.settings.Settings;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * One training run on a table: training with early stopping, calibration on the validation rows,
 * metrics on the test rows.
 */
public final class TableFit {
  /**
   * The metric by which runs are chosen: the energy score of the standardised validation rows
   * before calibration, pooled for an ensemble. If each member holds out different rows, the mean
   * over them, each scored by a member that has not seen it: the ensemble scores better.
   */
  public static final String VALIDATION_SCORE = "validation.standardized_energy_score";

  private final Settings settings;
  private final PreparedTable data;
  private final Provenance provenance;
  private final NetworkTrainer trainer;
  private final Workers workers;
  private final InputViews views;
  private final PoolTraining training;

  /**
   * A training.
   *
   * @param trainer of the networks, which can be stopped
   * @param workers train the members of an ensemble
   */
  public TableFit(
      Settings settings,
      PreparedTable data,
      Provenance provenance,
      NetworkTrainer trainer,
      Workers workers) {
    if (settings.model().method() == Method.AUTO) {
      throw new IllegalArgumentException("model.method: auto (expected: the method by its name)");
    }
    this.settings = settings;
    this.data = data;
    this.provenance = provenance;
    this.trainer = trainer;
    this.workers = workers;
    this.views = new InputViews(settings, data, workers);
    this.training =
        new PoolTraining(
            settings,
            Forests.of(settings, data, workers),
            data,
            new EnsembleFit(trainer, workers),
            this::open,
            views,
            choice());
  }

  /** A training whose members are trained one after another, in the calling thread. */
  public TableFit(
      Settings settings, PreparedTable data, Provenance provenance, NetworkTrainer trainer) {
    this(settings, data, provenance, trainer, Workers.ONE_BY_ONE);
  }

  /** The settings of the run. */
  public Settings settings() {
    return settings;
  }

  /** The table. */
  public PreparedTable data() {
    return data;
  }

  /** The provenance of the model. */
  public Provenance provenance() {
    return provenance;
  }

  /**
   * The results of a run.
   *
   * @param model the trained model; of an interrupted run the best so far, neither calibrated nor
   *     evaluated
   * @param snapshots for resuming training: of the first members of the ensemble up to the last
   *     that has begun
   * @param components of the snapshots, by name
   * @param outcome why training ended
   * @param test predictions of the test rows, if there are any and the run was not interrupted
   */
  public record Result(
      TrainedModel model,
      List<TrainingSnapshot> snapshots,
      List<String> components,
      TrainingOutcome outcome,
      Optional<TestResult> test) {}

  /**
   * A trainer as the settings have it. TensorFlow is loaded: the native flags must be set before.
   *
   * @param settings in what precision, and how often it saves
   * @param clock for rates and for the time between checkpoints
   * @param stop called between calls of the compiled program; true ends the run
   */
  public static NetworkTrainer trainer(
      Settings settings, Compiler compiler, Clock clock, BooleanSupplier stop) {
    return new NetworkTrainer(
        compiler,
        settings.training().precision().here(compiler.warnings()),
        clock,
        checkpoints(settings),
        stop);
  }

  /** Time between two checkpoints. */
  public static Duration checkpoints(Settings settings) {
    return Duration.ofMillis(Math.round(1000 * settings.output().checkpointSeconds()));
  }

  /** The specification of each component's networks, as they are trained. */
  public List<ModelSpec> specs() {
    return settings.networks().stream().map(component -> views.of(component).trained()).toList();
  }

  private TrainedModel model(
      List<Component> components, Calibration calibration, Map<String, Double> metrics) {
    return model(components, data.schema(), calibration, metrics);
  }

  private TrainedModel model(
      List<Component> components,
      TableSchema schema,
      Calibration calibration,
      Map<String, Double> metrics) {
    return new TrainedModel(
        components, schema, calibration, settings.training().seed(), metrics, provenance);
  }

  private HeldOutPredictions held() {
    return new HeldOutPredictions(settings, data, trainer, workers);
  }

  /** A fifth of the time is kept for calibration, measures and report. */
  private Optional<TimeLimit> limit() {
    return settings
        .training()
        .budgetSeconds()
        .map(seconds -> TimeLimit.in(trainer.clock(), Math.round(800 * seconds)));
  }

  private HeldOutChoice choice() {
    return new HeldOutChoice(settings, data, held(), workers);
  }

  /**
   * Trains, calibrates and measures.
   *
   * @param resumed snapshots of the same run to resume from, if any
   * @param listener receives the events
   * @throws io.otd.train.progress.DivergedException if a number becomes non-finite
   */
  public Result run(List<TrainingSnapshot> resumed, TrainingListener listener) {
    if (compares()) {
      requireHeldOut();
    }
    PoolTraining.Result trained = training.train(limit(), resumed, listener);
    List<TrainingSnapshot> snapshots = trained.states().snapshots();
    List<String> components =
        trained.states().places().stream()
            .map(place -> settings.networks().get(place.component()).model().method().label())
            .toList();
    if (trained.outcome() == TrainingOutcome.INTERRUPTED) {
      return new Result(
          model(snapshots), snapshots, components, trained.outcome(), Optional.empty());
    }
    listener.on(new TrainingEvent.Working("calibrating and scoring"));
    ModelMeasurement.Measured measured =
        new ModelMeasurement(settings, data, trainer, workers).of(onValidation(trained.states()));
    return new Result(measured.model(), snapshots, components, trained.outcome(), measured.test());
  }

  /** Whether components are weighed, which takes held-out rows. */
  private boolean compares() {
    return settings.components().size() > 1;
  }

  private boolean holdsOut() {
    return data.memberRows().stream().allMatch(rows -> rows.validation().length > 0);
  }

  private void requireHeldOut() {
    if (!holdsOut()) {
      throw new InputException(
          "model.method: pool without validation rows (expected: data.validation_fraction above 0:"
              + " the weights are fitted on them)");
    }
  }

  private EnsembleFit.MemberData.Opened open(Settings component, int member) {
    MemberRows rows = data.memberRows().get(member);
    int maxScored = settings.training().validationRows();
    int[] scored = Subset.of(rows.validation(), maxScored, settings.data().seed());
    return new EnsembleFit.MemberData.Opened(
        views.of(component).of(data.trainingRows(member).withPlaces(data.mostLearned())),
        scored.length == 0
            ? Optional.empty()
            : Optional.of(
                new ValidationScore(
                    new ValidationScore.Scored(
                        views.of(component).trained(),
                        views
                            .of(component)
                            .of(
                                data.rows(scored)
                                    .withPlaces(
                                        Math.min(maxScored, held().most(MemberRows::validation)))),
                        data.schema().targets(),
                        settings.training().validationDraws(),
                        settings.training().seed()),
                    trainer.compiler(),
                    place ->
                        trainer
                            .warnings()
                            .accept("the validation score is infinite: " + far(scored[place])))));
  }

  /** The model with the choices on the rows that its members held out. */
  private TrainedModel onValidation(PoolStates states) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    // Every finished run has a metric: a model without any is from an unfinished run.
    metrics.put(
        "training.steps", states.snapshots().stream().mapToDouble(TrainingSnapshot::step).sum());
    if (settings.training().budgetSeconds().isPresent()) {
      metrics.putAll(training.leftOut(states).metrics());
    }
    List<Component> trained = training.trained(states);
    if (!holdsOut()) {
      return model(trained, Calibration.NONE, metrics);
    }
    try {
      HeldOutChoice.Chosen chosen = choice().choose(trained);
      metrics.putAll(chosen.metrics());
      LatticeChoice lattice = lattice(chosen.calibrated(), chosen.density(), metrics);
      return model(chosen.components(), lattice.in(data.schema()), chosen.calibration(), metrics);
    } catch (UnpredictableRowException e) {
      if (compares()) {
        throw e;
      }
      trainer.warnings().accept("no calibration of the spread: " + e.getMessage());
      return model(trained, Calibration.NONE, metrics);
    }
  }

  private LatticeChoice lattice(
      HeldOut calibrated, KernelDensity density, Map<String, Double> metrics) {
    LatticeChoice choice = LatticeChoice.of(calibrated, data.fit().lattices(), density, metrics);
    metrics.putAll(choice.density().metrics());
    HeldOut rows = calibrated.with(choice.targets());
    metrics.putAll(rows.estimate(data.points()).metrics());
    return data.points() > 1 || !data.shards().isEmpty()
        ? choice
        : choice.with(rows.withTails(trainingTargets(), this::real));
  }

  private double[][] trainingTargets() {
    return data.encoding().observed(data.table(), data.split().train());
  }

  private boolean real(int target) {
    List<String> settings = this.settings.columns().targetSupport();
    return settings.get(settings.size() == 1 ? 0 : target).strip().equalsIgnoreCase("real");
  }

  private String far(int row) {
    return String.valueOf(
        UnpredictableRowException.of(data.table(), data.schema(), row).getMessage());
  }

  /**
   * The model of snapshots of an unfinished run: the best parameters so far of the networks that
   * have taken any step, neither calibrated nor evaluated. For a pool, the first member of each
   * component.
   */
  public TrainedModel model(List<TrainingSnapshot> snapshots) {
    return model(training.begun(snapshots), Calibration.NONE, Map.of());
  }
}
