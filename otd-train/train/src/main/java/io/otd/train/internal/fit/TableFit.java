// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Member;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.provenance.Provenance;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.table.internal.split.MemberRows;
import io.otd.table.internal.split.Subset;
import io.otd.table.problem.InputException;
import io.otd.train.internal.network.EnsembleFit;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.network.TimeLimit;
import io.otd.train.internal.parallel.Workers;
import io.otd.train.internal.prediction.KernelDensity;
import io.otd.train.internal.prediction.UnpredictableRowException;
import io.otd.train.internal.result.LeftOut;
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
import java.util.function.Consumer;
import java.util.stream.IntStream;

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
  private final Optional<PoolTraining> pool;

  /**
   * A training.
   *
   * @param settings of the run
   * @param data the table
   * @param provenance of the model
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
    this.pool = settings.kinds().size() > 1 ? Optional.of(pool()) : Optional.empty();
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
   * @param outcome why training ended
   * @param test predictions of the test rows, if there are any and the run was not interrupted
   */
  public record Result(
      TrainedModel model,
      List<TrainingSnapshot> snapshots,
      TrainingOutcome outcome,
      Optional<TestResult> test) {}

  /**
   * A trainer as the settings have it. TensorFlow is loaded: the native flags must be set before.
   *
   * @param settings in what precision, and how often it saves
   * @param compilation of the programs
   * @param clock for rates and for the time between checkpoints
   * @param stop called between calls of the compiled program; true ends the run
   * @param warnings receives warnings for the user
   */
  public static NetworkTrainer trainer(
      Settings settings,
      Compilation compilation,
      Clock clock,
      BooleanSupplier stop,
      Consumer<String> warnings) {
    return new NetworkTrainer(
        compilation,
        settings.training().precision().here(warnings),
        clock,
        Duration.ofMillis(Math.round(1000 * settings.output().checkpointSeconds())),
        stop,
        warnings);
  }

  /** The specification of each kind's networks, as they are trained. */
  public List<ModelSpec> specs() {
    return settings.networks().stream().map(kind -> seen(kind).trained()).toList();
  }

  /** The specification of the networks; for a pool, those of its first kind. */
  public ModelSpec spec() {
    return spec(settings.networks().get(0));
  }

  private ModelSpec spec(Settings kind) {
    return seen(kind).whole();
  }

  private SeenInputs seen(Settings kind) {
    return new SeenInputs(kind, data.schema());
  }

  private ModelAssembly assembly() {
    return new ModelAssembly(settings, data, provenance);
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

  private PoolTraining pool() {
    return new PoolTraining(
        settings,
        Forests.of(settings, data, workers),
        data,
        new EnsembleFit(trainer, workers),
        this::open,
        poolFit());
  }

  private PoolFit poolFit() {
    return new PoolFit(settings, data, held(), workers);
  }

  /**
   * Trains, calibrates and measures.
   *
   * @param resumed snapshots of the same run to resume from, if any
   * @param listener receives the events
   * @throws io.otd.train.progress.DivergedException if a number becomes non-finite
   */
  public Result run(List<TrainingSnapshot> resumed, TrainingListener listener) {
    EnsembleFit.Result trained = train(resumed, listener);
    List<TrainingSnapshot> snapshots = trained.snapshots();
    if (trained.outcome() == TrainingOutcome.INTERRUPTED) {
      return new Result(model(snapshots), snapshots, trained.outcome(), Optional.empty());
    }
    listener.on(new TrainingEvent.Working("calibrating and scoring"));
    ModelMeasurement.Measured measured =
        new ModelMeasurement(settings, data, trainer, workers).of(onValidation(snapshots));
    return new Result(measured.model(), snapshots, trained.outcome(), measured.test());
  }

  private EnsembleFit.Result train(List<TrainingSnapshot> resumed, TrainingListener listener) {
    if (pool.isPresent()) {
      requireHeldOut();
      return pool.get().train(limit(), resumed, listener);
    }
    Settings kind = settings.kinds().get(0);
    return new EnsembleFit(trainer, workers)
        .within(limit())
        .train(
            data.plan().members(),
            seen(kind).trained(),
            member -> open(kind, member),
            data.trainingSettings(kind),
            resumed,
            listener);
  }

  private void requireHeldOut() {
    if (data.memberRows().stream().anyMatch(rows -> rows.validation().length == 0)) {
      throw new InputException(
          "model.method: pool without validation rows (expected: data.validation_fraction above 0:"
              + " the weights are fitted on them)");
    }
  }

  private EnsembleFit.MemberData.Opened open(Settings kind, int member) {
    MemberRows rows = data.memberRows().get(member);
    int maxScored = settings.training().validationRows();
    int[] scored = Subset.of(rows.validation(), maxScored, settings.data().seed());
    return new EnsembleFit.MemberData.Opened(
        seen(kind).of(data.trainingRows(member).withPlaces(data.mostLearned())),
        scored.length == 0
            ? Optional.empty()
            : Optional.of(
                new ValidationScore(
                    new ValidationScore.Scored(
                        seen(kind).trained(),
                        seen(kind)
                            .of(
                                data.rows(scored)
                                    .withPlaces(
                                        Math.min(maxScored, held().most(MemberRows::validation)))),
                        data.schema().targets(),
                        settings.training().validationDraws(),
                        settings.training().seed()),
                    trainer.compilation(),
                    trainer.warnings(),
                    place ->
                        trainer
                            .warnings()
                            .accept("the validation score is infinite: " + far(scored[place])))));
  }

  /** The model with the choices on the rows that its members held out. */
  private TrainedModel onValidation(List<TrainingSnapshot> snapshots) {
    Map<String, Double> metrics = new LinkedHashMap<>();
    // Every finished run has a metric: a model without any is from an unfinished run.
    metrics.put("training.steps", snapshots.stream().mapToDouble(TrainingSnapshot::step).sum());
    if (settings.training().budgetSeconds().isPresent()) {
      metrics.putAll(leftOut(snapshots).metrics());
    }
    if (pool.isPresent()) {
      return onValidation(pool.get(), snapshots, metrics);
    }
    Component only = component(settings.kinds().get(0), snapshots);
    List<Member> members = only.members();
    if (data.memberRows().stream().anyMatch(rows -> rows.validation().length == 0)) {
      return assembly().model(List.of(only), Calibration.NONE, metrics);
    }
    try {
      boolean spread = settings.calibration().spread();
      HeldOutPredictions held = held();
      ValidationFit fit =
          data.plan().apart()
              ? ValidationFit.ofEach(
                  members,
                  held.ofEach(members.size(), m -> List.of(only.with(List.of(members.get(m)))), 0),
                  lot -> held.ofEach(members.size(), m -> List.of(only), lot),
                  spread)
              : ValidationFit.ofPool(
                  members, held.of(List.of(only), data.split().validation(), 0), spread);
      metrics.put(VALIDATION_SCORE, fit.score());
      LatticeChoice lattice = lattice(fit.calibrated(), fit.density(), metrics);
      return assembly()
          .model(
              List.of(only.with(fit.members())),
              lattice.in(data.schema()),
              Calibration.of(fit.spread()),
              metrics);
    } catch (UnpredictableRowException e) {
      trainer.warnings().accept("no calibration of the spread: " + e.getMessage());
      return assembly().model(List.of(only), Calibration.NONE, metrics);
    }
  }

  private LeftOut leftOut(List<TrainingSnapshot> snapshots) {
    if (pool.isPresent()) {
      return pool.get().leftOut(snapshots);
    }
    Settings kind = settings.kinds().get(0);
    int members = data.plan().members();
    return new LeftOut(
        List.of(),
        members - snapshots.size(),
        EnsembleFit.stepsLeft(
            EnsembleFit.members(members, seen(kind).trained(), data.trainingSettings(kind)),
            snapshots));
  }

  private TrainedModel onValidation(
      PoolTraining training, List<TrainingSnapshot> snapshots, Map<String, Double> metrics) {
    PoolFit.Chosen chosen = poolFit().choose(training.trained(snapshots));
    metrics.putAll(chosen.metrics());
    LatticeChoice lattice = lattice(chosen.calibrated(), chosen.density(), metrics);
    return assembly()
        .model(chosen.components(), lattice.in(data.schema()), chosen.calibration(), metrics);
  }

  private LatticeChoice lattice(
      HeldOut calibrated, KernelDensity density, Map<String, Double> metrics) {
    LatticeChoice choice = LatticeChoice.of(calibrated, data.fit().lattices(), density, metrics);
    metrics.putAll(choice.density().metrics());
    return choice;
  }

  private String far(int row) {
    return String.valueOf(
        UnpredictableRowException.of(data.table(), data.schema(), row).getMessage());
  }

  /**
   * The model of snapshots of an unfinished run: the best parameters so far of the members that
   * have taken any step, neither calibrated nor evaluated. For a pool, the first member of each
   * kind.
   */
  public TrainedModel model(List<TrainingSnapshot> snapshots) {
    if (pool.isPresent()) {
      return assembly().model(begun(snapshots), Calibration.NONE, Map.of());
    }
    List<TrainingSnapshot> trained = snapshots.stream().filter(s -> s.step() > 0).toList();
    return assembly()
        .model(
            List.of(
                component(
                    settings.kinds().get(0),
                    trained.isEmpty() ? snapshots.subList(0, 1) : trained)),
            Calibration.NONE,
            Map.of());
  }

  /** The kinds whose first network has taken a step, each with the same weight; or the first. */
  private List<Component> begun(List<TrainingSnapshot> snapshots) {
    List<Settings> kinds = settings.networks();
    List<Integer> stepped =
        IntStream.range(0, Math.min(kinds.size(), snapshots.size()))
            .filter(c -> snapshots.get(c).step() > 0)
            .boxed()
            .toList();
    List<Integer> begun = stepped.isEmpty() ? List.of(0) : stepped;
    return begun.stream()
        .map(c -> component(kinds.get(c), List.of(snapshots.get(c))).weighing(1.0 / begun.size()))
        .toList();
  }

  private Component component(Settings kind, List<TrainingSnapshot> snapshots) {
    return seen(kind).component(snapshots);
  }
}
