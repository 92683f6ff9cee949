// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import static java.util.stream.Collectors.joining;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.EnergyTerms;
import io.otd.core.internal.calibration.PoolWeights;
import io.otd.core.internal.calibration.RowGroup;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.profile.TrainingProfile;
import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.provenance.Provenance;
import io.otd.core.internal.text.NumberText;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.NonFiniteDrawException;
import io.otd.core.metrics.evaluation.ScoreOptions;
import io.otd.table.Table;
import io.otd.table.internal.encoding.TableEncoding;
import io.otd.table.internal.split.Subset;
import io.otd.table.problem.InputException;
import io.otd.table.problem.Quoted;
import io.otd.train.internal.parallel.FairThreadPool;
import io.otd.train.internal.prediction.ModelSampler;
import io.otd.train.internal.prediction.PredictionScoring;
import io.otd.train.internal.prediction.UnpredictableRowException;
import io.otd.train.internal.result.PredictionScores;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The next version of a model, by rows that it has not seen: a new calibration of the spread and,
 * where the model has them, of the whole distribution and of the conformal intervals; the weights
 * of a pool if asked for. The networks stay. Where there are conformal intervals or a recalibration
 * of the whole distribution, every other row is for the spread, and the others for these, as each
 * needs rows on which nothing else was fitted.
 */
public final class Recalibration {
  /** The fewest rows that one fit is made on: a spread of as many is known to about 10 %. */
  public static final int FEWEST_ROWS = 50;

  /** Begins the names of its metrics. */
  private static final String NAME = "recalibration.";

  private static final int DRAWS = 1000;
  private static final List<Double> LEVELS = List.of(.5, .8, .9, .95);
  private static final int PARTS = 10;
  private static final String TEST = "test.";
  private static final String VALIDATION = "validation.";

  private final TrainedModel model;
  private final Table truths;
  private final RowWeights counted;
  private final Consumer<String> warnings;
  private final TableEncoding encoding;

  private Recalibration(
      TrainedModel model, Table truths, RowWeights counted, Consumer<String> warnings) {
    this.model = model;
    this.truths = truths;
    this.counted = counted;
    this.warnings = warnings;
    this.encoding = new TableEncoding(model.schema());
  }

  /**
   * A model and its next version.
   *
   * @param model the next version; its validation scores, the kernels of its likelihood and the
   *     profile of its predictions are those of these rows; it has no scores of test rows
   * @param rows that it was calibrated on
   * @param before scores of these rows by the version before
   * @param after scores of the same rows by the next version, which was fitted on them
   */
  public record Next(
      TrainedModel model, int rows, PredictionScores before, PredictionScores after) {}

  /**
   * Calibrates a model anew.
   *
   * @param truths rows with inputs and targets, encodable
   * @param counted how much each row counts
   * @param sha256 of the rows, hexadecimal
   * @param weights whether the weights of a pool are fitted, too
   * @param warnings receives warnings for the user
   * @throws InputException if there are too few rows, the model is of an unfinished run or was
   *     trained on these rows, or has no weights that could be fitted
   * @throws UnpredictableRowException if a prediction is not finite
   */
  public static Next of(
      TrainedModel model,
      Table truths,
      RowWeights counted,
      String sha256,
      boolean weights,
      Consumer<String> warnings) {
    requireSuitable(model, truths.rows(), sha256, weights);
    Map<String, Double> metrics = new LinkedHashMap<>(model.metrics());
    metrics.keySet().removeIf(name -> Stream.of(TEST, VALIDATION, NAME).anyMatch(name::startsWith));
    TrainedModel weighed =
        weights ? new Recalibration(model, truths, counted, warnings).weighed(metrics) : model;
    Next next =
        new Recalibration(weighed, truths, counted, warnings).calibrated(model, sha256, metrics);
    next.model().calibration().conformal().notices().forEach(warnings);
    lost(model.calibration(), next.model().calibration()).ifPresent(warnings);
    return next;
  }

  /** A warning for the user: the groups that one of the fits no longer separates, if any. */
  private static Optional<String> lost(Calibration before, Calibration after) {
    Set<RowGroup> lost = new LinkedHashSet<>(before.spread().ofGroups());
    after.spread().ofGroups().forEach(lost::remove);
    Set<RowGroup> ends = new LinkedHashSet<>(before.conformal().ofGroups());
    after.conformal().ofGroups().forEach(ends::remove);
    lost.addAll(ends);
    return lost.isEmpty()
        ? Optional.empty()
        : Optional.of(
            lost.stream()
                .map(RowGroup::label)
                .sorted()
                .map(Quoted::of)
                .collect(
                    joining(
                        ", ",
                        "groups no longer calibrated separately: ",
                        " (expected: at least 30 rows of each in each fit)")));
  }

  private static void requireSuitable(
      TrainedModel model, int rows, String sha256, boolean weights) {
    if (model.metrics().isEmpty()) {
      throw new InputException("model: of an unfinished run (expected: a finished one)");
    }
    if (sha256.equals(model.provenance().dataHash())) {
      throw new InputException(
          "data: the table that the model was trained on (expected: rows that it has not seen)");
    }
    if (weights && !model.pooled()) {
      throw new InputException("weights: of one component (expected: a pool of several)");
    }
    Calibration calibration = model.calibration();
    int fewest = FEWEST_ROWS;
    for (ConformalLevel level : calibration.conformal().levels()) {
      fewest = Math.max(fewest, ConformalLevel.fewestRows(level.level()));
    }
    int needed = fewest * fits(calibration);
    if (rows < needed) {
      throw new InputException(
          "data: %s that %s (expected: at least %s, of which each fit gets %s)"
              .formatted(
                  NumberText.counted(rows, "row"), rows == 1 ? "counts" : "count", needed, fewest));
    }
  }

  /** The spread; the whole distribution and the intervals, where the model has them. */
  private static int fits(Calibration calibration) {
    return 1
        + (calibration.isotonic().absent() ? 0 : 1)
        + (calibration.conformal().absent() ? 0 : 1);
  }

  /** Every so many rows from one on. */
  private int[] part(int number, int of) {
    return IntStream.range(0, truths.rows()).filter(row -> row % of == number).toArray();
  }

  /** Draws of some rows on the network's scale, before the spread of the pool is calibrated. */
  private Draws draws(TrainedModel by, int[] rows) {
    int count =
        DrawLimit.draws(DRAWS, (long) truths.rows() * model.outputs(), "recalibration", warnings);
    int block = ModelSampler.block(count, model.outputs());
    List<Draws> blocks = new ArrayList<>();
    try (ModelSampler sampler =
        new ModelSampler(
            by,
            count,
            Math.min(block, rows.length),
            DrawDesign.INDEPENDENT,
            new FairThreadPool(Runtime.getRuntime().availableProcessors())::each,
            new Compiler(Compilation.XLA, warnings))) {
      for (int from = 0; from < rows.length; from += block) {
        int[] some =
            IntStream.range(from, Math.min(rows.length, from + block)).map(i -> rows[i]).toArray();
        try {
          blocks.add(sampler.onNetworkScale(encoding.inputs(truths, some)));
        } catch (NonFiniteDrawException e) {
          throw UnpredictableRowException.of(truths, model.schema(), some[e.row()]);
        }
      }
    }
    return Draws.ofRows(blocks);
  }

  private HeldOut held(Draws network, int[] rows) {
    return new HeldOut(
        network,
        Outputs.byRow(encoding.targets(truths, rows), model.outputs()),
        counted.at(rows),
        model.schema().targets(),
        groups(rows));
  }

  private List<RowGroup> groups(int[] rows) {
    return model.groups(encoding.inputs(truths, rows));
  }

  /** With the weights of these rows; components of little weight are left out. */
  private TrainedModel weighed(Map<String, Double> metrics) {
    int[] rows = part(0, fits(model.calibration()));
    List<HeldOut> each =
        model.components().stream()
            .map(component -> held(draws(with(List.of(component.weighing(1))), rows), rows))
            .toList();
    EnergyTerms terms = new EnergyTerms(each.size(), PARTS);
    terms.add(
        each.stream().map(HeldOut::settled).toList(), each.get(0).observed(), counted.at(rows));
    PoolWeights.Selection selection = PoolWeights.select(terms);
    List<Component> chosen = new ArrayList<>();
    for (int c = 0; c < each.size(); c++) {
      Component component = model.components().get(c);
      metrics.put("pool." + component.name() + ".weight", selection.weight(c));
      metrics.put("pool." + component.name() + ".weight_error", selection.error(c));
      if (selection.components().contains(c)) {
        chosen.add(component.weighing(selection.weight(c)));
      }
    }
    return with(chosen);
  }

  private TrainedModel with(List<Component> components) {
    return new TrainedModel(
        components,
        model.schema(),
        model.calibration(),
        model.seed(),
        model.metrics(),
        model.provenance(),
        model.profile());
  }

  private Next calibrated(TrainedModel before, String sha256, Map<String, Double> metrics) {
    Draws network = draws(model, part(0, 1));
    TrainedModel next = model.with(calibration(network, metrics));
    PredictionScores was =
        scores(before, before.equals(model) ? network : draws(before, part(0, 1)));
    PredictionScores is = scores(next, network);
    metrics.put(NAME + "rows", (double) truths.rows());
    metrics.put(NAME + "energy_score_before", was.all().get("energy_score"));
    metrics.put(NAME + "energy_score", is.all().get("energy_score"));
    TrainedModel described = next.with(metrics).with(profile(next, network));
    return new Next(stamped(described, sha256), truths.rows(), was, is);
  }

  /**
   * Fits each part on rows of its own.
   *
   * @param network draws of all rows
   * @param metrics gets the scores of the spread, and the kernels of its likelihood
   */
  private Calibration calibration(Draws network, Map<String, Double> metrics) {
    Calibration old = model.calibration();
    int fits = fits(old);
    HeldOut forSpread = held(network.at(part(0, fits)), part(0, fits));
    SpreadCalibration spread = forSpread.byGroup(forSpread.bySize(forSpread.bestSpread()));
    HeldOut fitted = forSpread.with(spread);
    metrics.put(TableFit.VALIDATION_SCORE, forSpread.score());
    metrics.putAll(fitted.density().metrics());
    metrics.putAll(fitted.estimate(1).metrics());
    Calibration result = Calibration.of(spread);
    if (!old.isotonic().absent()) {
      result =
          result.with(
              CalibrationFit.isotonic(
                  model.outputs(), calibrated(model.with(result), network, part(1, fits))));
    }
    if (!old.conformal().absent()) {
      result =
          result.with(
              CalibrationFit.conformal(
                  old.conformal().rule(),
                  old.conformal().alphas(),
                  calibrated(model.with(result), network, part(fits - 1, fits))));
    }
    return result;
  }

  /**
   * What is known of the training rows, and the predictions of these rows: those of the training
   * rows have the spread of the version before. No more than there are training rows.
   */
  private TrainingProfile profile(TrainedModel next, Draws network) {
    TrainingProfile old = next.profile();
    int most = (int) Math.min(PredictionProfiles.MAX_ROWS, old.rows());
    if (most == 0) {
      return old;
    }
    int[] rows = Subset.of(part(0, 1), most, next.seed());
    return PredictionProfiles.of(
        old,
        next.calibrated(network.at(rows), encoding.inputs(truths, rows)),
        next.schema().targetNames());
  }

  private CalibrationFit.Blocks calibrated(TrainedModel by, Draws network, int[] rows) {
    return to ->
        to.accept(
            by.calibrated(network.at(rows), encoding.inputs(truths, rows)),
            encoding.observed(truths, rows),
            counted.at(rows),
            groups(rows));
  }

  private PredictionScores scores(TrainedModel by, Draws network) {
    PredictionScoring scoring =
        new PredictionScoring(
            model.schema().targetNames(),
            ScoreOptions.of(LEVELS).withAtoms(model.schema().atoms()),
            by.calibration().conformal());
    int[] rows = part(0, 1);
    float[] x = encoding.inputs(truths, rows);
    Draws draws = by.calibrated(network, x);
    scoring.add(
        draws, encoding.observed(truths, rows), counted, by.intervals(draws, x), by.groups(x));
    return scoring.scores();
  }

  /** With the rows of the calibration beside the settings of the training. */
  private static TrainedModel stamped(TrainedModel next, String sha256) {
    Provenance of = next.provenance();
    Map<String, String> settings = new LinkedHashMap<>(of.settings());
    settings.put(Provenance.RECALIBRATION, sha256);
    return next.with(of.with(settings));
  }
}
