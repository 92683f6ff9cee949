// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import io.otd.core.internal.model.ModelSpec;
import io.otd.table.internal.split.Folds;
import io.otd.table.problem.InputException;
import io.otd.table.settings.ColumnSettings;
import io.otd.train.internal.network.TrainingSettings;
import io.otd.train.internal.settings.SettingKey;
import io.otd.train.internal.settings.SettingsTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Everything that can be set of a training run.
 *
 * @param data the table and its split
 * @param columns what its columns are, and their encoding
 * @param model the predictive network
 * @param masks the law of its masks
 * @param loss what training minimises
 * @param training how
 * @param calibration what is fitted on the validation rows afterwards
 * @param evaluation how the result is measured
 * @param output files written during a run
 */
public record Settings(
    DataSettings data,
    ColumnSettings columns,
    ModelSettings model,
    MaskSettings masks,
    LossSettings loss,
    OptimizationSettings training,
    CalibrationSettings calibration,
    EvaluationSettings evaluation,
    OutputSettings output) {
  /** All of them, by their paths. */
  static final SettingsTree<Settings> TREE = SettingsTree.of(Settings.class);

  /** The defaults: no setting is needed but the file and the target. */
  public static final Settings STANDARD =
      new Settings(
          DataSettings.STANDARD,
          ColumnSettings.STANDARD,
          ModelSettings.STANDARD,
          MaskSettings.STANDARD,
          LossSettings.STANDARD,
          OptimizationSettings.STANDARD,
          CalibrationSettings.STANDARD,
          EvaluationSettings.STANDARD,
          OutputSettings.STANDARD);

  /**
   * The specification of the model.
   *
   * @param inputs d_x
   * @param outputs d_y
   */
  public ModelSpec modelSpec(int inputs, int outputs) {
    return new ModelSpec(
        inputs, outputs, model.predictiveNetwork(masks.latent()), masks.maskLaw(), model.law());
  }

  /**
   * How it is trained on a table.
   *
   * @param rows training rows, which determine the steps of a pass over them
   */
  public TrainingSettings trainingSettings(int rows) {
    return trainingSettings(rows, 1);
  }

  /**
   * How it is trained.
   *
   * @param rows training rows
   * @param points rows of a case; 1 of a table
   */
  public TrainingSettings trainingSettings(int rows, int points) {
    return training.settings(model, loss, masks, rows, points);
  }

  /** Columns by which the coverage of the test rows is divided; each column once. */
  public List<String> coverageBy() {
    return Stream.concat(calibration.by().stream(), evaluation.coverageBy().stream())
        .distinct()
        .toList();
  }

  /**
   * The number of networks, and their training rows.
   *
   * @param rows of the table, those that have their targets
   * @param groups of rows that are held out together; as many as rows if each is alone
   */
  public MemberPlan memberPlan(int rows, int groups) {
    return MemberPlan.of(data, model, rows, groups);
  }

  /** Share of the rows that all networks hold out, if they all hold out the same rows. */
  public double heldOutByAll() {
    return data.validationFraction().orElse(MemberPlan.FRACTION);
  }

  /**
   * Checks what no setting alone can tell.
   *
   * @throws InputException with everything that does not go together
   */
  public Settings requireConsistent() {
    List<String> problems = new ArrayList<>(data.problems());
    problemsOfRoles(problems);
    problems.addAll(model.kindProblems());
    if (data.fields().isPresent()) {
      namedTrees()
          .ifPresent(
              named ->
                  problems.add(
                      "model.kinds: %s with data.fields (expected: methods of networks)"
                          .formatted(named)));
    }
    if (problems.isEmpty()) {
      networks().forEach(each -> each.checkModel(problems));
    }
    // A network that does not see what others see is widened, which only masked networks can be.
    boolean widened = networks().stream().map(each -> each.model().pieces()).distinct().count() > 1;
    if (widened && model.network() == ModelSettings.Network.CONDITIONAL) {
      problems.add(
          "model.pieces: false for one of model.kinds with model.network: conditional (expected:"
              + " masked)");
    }
    if (data.fields().isEmpty() && training.byCase()) {
      problems.add("training.batch_of: cases (expected: rows if data.fields is null)");
    }
    if (evaluation.levels().isEmpty()) {
      problems.add("evaluation.levels: [] (expected: at least one level)");
    }
    check(problems, "evaluation.scores", evaluation::further);
    if (columns.targetTransform().isEmpty()) {
      problems.add("columns.target_transform: [] (expected: at least one)");
    }
    if (columns.targetSupport().isEmpty()) {
      problems.add("columns.target_support: [] (expected: at least one)");
    }
    InputException.throwIfAny(problems);
    return this;
  }

  /** The columns of weights and groups are not in the table that others are looked up in. */
  private void problemsOfRoles(List<String> problems) {
    Map<String, List<String>> others = new LinkedHashMap<>();
    others.put("columns.numeric", columns.numeric());
    others.put("columns.date", columns.date());
    others.put("columns.categorical", columns.categorical());
    others.put("columns.id", columns.id());
    others.put("calibration.by", calibration.by());
    others.put("evaluation.coverage_by", evaluation.coverageBy());
    others.forEach(
        (name, of) -> {
          data.weight()
              .filter(of::contains)
              .ifPresent(
                  w -> problems.add("%s: %s (expected: not data.weight)".formatted(name, w)));
          data.group()
              .filter(of::contains)
              .ifPresent(g -> problems.add("%s: %s (expected: not data.group)".formatted(name, g)));
        });
  }

  private void checkModel(List<String> problems) {
    check(problems, "model, masks", () -> modelSpec(1, 1));
    check(problems, "loss, training", () -> trainingSettings(1));
    check(problems, "loss, model", () -> loss.loss(model, masks).requireSuits(model.law()));
  }

  private static void check(List<String> problems, String sections, Runnable build) {
    try {
      build.run();
    } catch (IllegalArgumentException e) {
      problems.add(sections + ": " + e.getMessage());
    }
  }

  /**
   * The settings of each component: these themselves, or those of each method of a pool. A pool for
   * fields has no trees.
   */
  public List<Settings> components() {
    return model.kinds().isEmpty()
        ? List.of(this)
        : model.kinds().stream()
            .filter(method -> !method.grown() || data.fields().isEmpty())
            .map(method -> method.inPool(this))
            .toList();
  }

  /** The methods of trees among those that were chosen: not those of every pool. */
  public Optional<String> namedTrees() {
    List<Method> trees = model.kinds().stream().filter(Method::grown).toList();
    boolean chosen = !model.kinds().containsAll(Method.POOL.standard().model().kinds());
    return chosen && !trees.isEmpty() ? Optional.of(ModelSettings.labels(trees)) : Optional.empty();
  }

  /**
   * Those of {@link #components} that are networks, trained step by step; the others are forests.
   */
  public List<Settings> networks() {
    return components().stream().filter(each -> !each.model().method().grown()).toList();
  }

  /** The encoding of the columns: without pieces, if no network sees them. */
  public ColumnSettings encoding() {
    boolean seen = networks().stream().anyMatch(each -> each.model().pieces());
    return seen ? columns : columns.withPieces(Optional.of(0));
  }

  /**
   * With the method named, where it was left to the table: a pool, where there are held-out rows to
   * fit its weights on. If each of several members holds out other rows, it is a pool of all
   * methods, and for few rows of OTD with more weight decay, too. Of a large table one network of
   * OTD is pooled with one that sees a piecewise linear encoding of the numbers, and with trees. If
   * the data are fields, or a setting makes the networks those of one method, it is OTD.
   *
   * @param rows of the table, those that have their targets
   */
  public Settings forTable(int rows) {
    if (model.method() != Method.AUTO) {
      return this;
    }
    if (!model.kinds().isEmpty()) {
      return Method.POOL.named(this);
    }
    boolean free =
        data.fields().isEmpty()
            && model.standardNetworks()
            && masks.equals(MaskSettings.STANDARD)
            && loss.equals(LossSettings.STANDARD);
    // Groups change how many rows are held out, not whether any are, or by whom.
    MemberPlan plan = memberPlan(rows, rows);
    if (free && plan.apart()) {
      boolean decay =
          rows <= Method.MOST_ROWS_OF_DECAY
              && training.weightDecay() == STANDARD.training().weightDecay();
      return decay ? pool(Method.ofFewRows()) : Method.POOL.named(this);
    }
    boolean one = model.members().isEmpty() && plan.validationFraction() > 0;
    return free && one && MemberPlan.isLarge(rows)
        ? pool(Method.OF_LARGE_TABLES)
        : Method.OTD.named(this);
  }

  private Settings pool(List<Method> kinds) {
    return Method.POOL.named(TREE.with(this, Map.of("model.kinds", kinds)));
  }

  /** With OTD, where the method was left to the table: for what is done with one method. */
  public Settings ofOneMethod() {
    return model.method() == Method.AUTO ? Method.OTD.named(this) : this;
  }

  /**
   * To train a model further on another table: shorter, with a smaller learning rate.
   *
   * @param model directory of the model
   * @param components names of its components
   */
  public Settings further(Path model, List<String> components) {
    Map<String, Object> changed = new HashMap<>();
    for (String path : List.of("file", "database", "query", "folds", "fold")) {
      changed.put("data." + path, Optional.empty());
    }
    changed.put("data.repeats", 1);
    changed.put("data.repeat", 0);
    List<Method> kept =
        this.model.kinds().stream().filter(kind -> components.contains(kind.label())).toList();
    changed.put("model.kinds", kept.stream().allMatch(Method::grown) ? this.model.kinds() : kept);
    changed.put("training.from", Optional.of(model));
    if (training.from().isEmpty()) {
      changed.put("training.learning_rate", training.learningRate() / OptimizationSettings.SMALLER);
      training
          .steps()
          .map(steps -> Math.max(1, steps / OptimizationSettings.SHORTER))
          .ifPresent(steps -> changed.put("training.steps", Optional.of(steps)));
    }
    return TREE.with(this, changed);
  }

  /** With another seed of the split and of the training. */
  public Settings withSeed(long seed) {
    return TREE.with(this, Map.of("data.seed", seed, "training.seed", seed));
  }

  /**
   * With a bound of the time of a run.
   *
   * @param seconds above 0
   */
  public Settings withBudget(double seconds) {
    return TREE.with(this, Map.of("training.budget_seconds", Optional.of(seconds)));
  }

  /**
   * With one fold as the test part.
   *
   * @param part which fold
   */
  public Settings withFold(Folds.Part part) {
    return TREE.with(
        this, Map.of("data.fold", Optional.of(part.fold()), "data.repeat", part.repeat()));
  }

  /** With no test part: for tables without their test rows. */
  public Settings withoutTest() {
    return TREE.with(
        this,
        Map.of(
            "data.test_fraction",
            0.0,
            "data.holdout",
            data.holdout().filter(rule -> rule != DataSettings.Holdout.GIVEN),
            "data.folds",
            Optional.empty(),
            "data.fold",
            Optional.empty(),
            "data.repeats",
            1,
            "data.repeat",
            0));
  }

  /** Every setting by its path, in the order of the tree, as in a configuration file. */
  public Map<String, String> flat() {
    Map<String, String> flat = new LinkedHashMap<>();
    for (SettingKey key : TREE.keys(this)) {
      flat.put(key.path(), key.standardText());
    }
    return flat;
  }
}
