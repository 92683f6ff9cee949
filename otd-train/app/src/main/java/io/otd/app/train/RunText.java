// SPDX-License-Identifier: Apache-2.0
package io.otd.app.train;

import io.otd.core.internal.loss.Loss;
import io.otd.core.internal.text.NumberText;
import io.otd.core.schema.TargetColumn;
import io.otd.table.internal.encoding.EncodedColumn;
import io.otd.table.internal.split.Split;
import io.otd.table.problem.Quoted;
import io.otd.train.FittedModel;
import io.otd.train.RunPlan;
import io.otd.train.internal.network.TrainingSettings;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A training run in words. */
final class RunText {
  private static final int MAX_COLUMNS = 50;
  private static final int MAX_LETTERS = 40;

  private RunText() {}

  /**
   * The plan of the training.
   *
   * @param verbose whether columns and settings are shown
   */
  static List<String> summary(RunPlan plan, boolean verbose) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "data       " + data(plan.data(), plan.settings()) + (verbose ? memory(plan.data()) : ""));
    lines.addAll(verbose ? inDetail(plan) : List.of("training   " + training(plan)));
    plan.directory().ifPresent(directory -> lines.add("directory  " + directory));
    return lines;
  }

  private static String data(PreparedTable table, Settings settings) {
    int inputs = table.schema().inputs().size();
    return "%s: %s%s%s, %s, target %s"
        .formatted(
            table.source().name(),
            NumberText.counted(table.table().rows(), "row"),
            cases(table),
            weighted(settings),
            NumberText.counted(inputs, "input column"),
            table.schema().targets().stream()
                .map(RunText::target)
                .collect(Collectors.joining(", ")));
  }

  /** Such as {@code weighted by "w"}; empty without weights. */
  static String weighted(Settings settings) {
    return settings.data().weight().map(name -> " weighted by " + Quoted.of(name)).orElse("");
  }

  private static String target(TargetColumn target) {
    return target.support().everyNumber()
        ? target.name()
        : "%s (%s)".formatted(target.name(), target.support().description());
  }

  private static String memory(PreparedTable table) {
    return "; %s bytes a row".formatted(table.table().bytesPerRow());
  }

  private static String training(RunPlan plan) {
    PreparedTable table = plan.data();
    int members = table.plan().members();
    return "%s%s, up to %s steps; %s"
        .formatted(
            method(plan.settings()),
            members == 1
                ? ""
                : ": %s networks%s"
                    .formatted(
                        members, plan.settings().model().kinds().isEmpty() ? "" : " of each"),
            NumberText.count(table.trainingSettings(plan.settings()).steps()),
            split(table));
  }

  private static List<String> inDetail(RunPlan plan) {
    Settings settings = plan.settings();
    PreparedTable table = plan.data();
    TrainingSettings training = table.trainingSettings(settings);
    List<String> lines = new ArrayList<>(columns(table.fit().columns()));
    lines.add("split      %s, seed %s".formatted(split(table), settings.data().seed()));
    lines.add(
        "model      %s: hidden %s, %s%s%s%s%s"
            .formatted(
                method(settings),
                settings.model().hidden(),
                lower(settings.model().activation()),
                settings.model().residual() ? ", residual" : "",
                settings.model().linearPath() ? ", linear path" : "",
                settings.model().kinds().isEmpty() ? ofOneKind(settings, training.loss()) : "",
                table.plan().members() == 1
                    ? ""
                    : "; %s members%s"
                        .formatted(
                            table.plan().members(),
                            settings.model().kinds().isEmpty() ? "" : " of each")));
    lines.add(
        "training   up to %s steps, batch %s, learning rate %s, patience %s, seed %s"
            .formatted(
                training.steps(),
                training.batch(),
                settings.training().learningRate(),
                training.patience(),
                training.seed()));
    return lines;
  }

  private static String method(Settings settings) {
    return settings.model().kinds().isEmpty()
        ? settings.model().method().label()
        : "pool of "
            + settings.components().stream()
                .map(kind -> kind.model().method().label())
                .collect(Collectors.joining(", "));
  }

  /** The differences between the kinds of a pool. */
  private static String ofOneKind(Settings settings, Loss loss) {
    return "; %s; outputs %s; loss %s with %s"
        .formatted(
            latent(settings),
            lower(settings.model().output()),
            lower(settings.loss().type()),
            NumberText.counted(loss.draws(), "draw"));
  }

  /** The law of the masks of a draw, or the code that replaces them. */
  private static String latent(Settings settings) {
    String law = lower(settings.masks().law());
    return switch (settings.model().network()) {
      case MASKED -> "masks " + law;
      case CONDITIONAL -> "code of %s, %s".formatted(settings.masks().latent(), law);
    };
  }

  private static String cases(PreparedTable table) {
    return table.points() == 1
        ? ""
        : " (%s of %s)"
            .formatted(
                NumberText.counted(table.table().rows() / table.points(), "case"),
                NumberText.counted(table.points(), "point"));
  }

  private static String split(PreparedTable table) {
    Split split = table.split();
    int points = table.points();
    String counted = points == 1 ? "rows" : "fields";
    String train = part(split.train(), points) + " training, ";
    String others =
        (split.calibration().length == 0
                ? ""
                : part(split.calibration(), points) + " calibration, ")
            + "%s test %s".formatted(part(split.test(), points), counted);
    if (!table.plan().apart()) {
      return train + part(split.validation(), points) + " validation, " + others;
    }
    int[] held = table.memberRows().stream().mapToInt(m -> m.validation().length).toArray();
    return "%s%s; each of the %s networks holds out a different %s of the training %s"
        .formatted(train, others, held.length, NumberText.count(held[0] / points), counted);
  }

  /** Number of rows, or of fields, which are never divided. */
  private static String part(int[] rows, int points) {
    return NumberText.count(rows.length / points);
  }

  /** One line per column; for a wide table only the first ones. */
  private static List<String> columns(List<EncodedColumn> columns) {
    List<String> lines = new ArrayList<>();
    int width = 6;
    for (EncodedColumn column : columns) {
      width = Math.max(width, Math.min(MAX_LETTERS, column.name().length()));
    }
    String format = "  %-" + width + "s  %-11s  %7s  %s";
    lines.add(format.formatted("column", "kind", "missing", "encoding"));
    columns.stream()
        .limit(MAX_COLUMNS)
        .map(c -> format.formatted(c.name(), c.role(), c.missing(), c.encoding()).stripTrailing())
        .forEach(lines::add);
    if (columns.size() > MAX_COLUMNS) {
      lines.add("  and " + NumberText.counted(columns.size() - MAX_COLUMNS, "more column"));
    }
    return lines;
  }

  /** Progress of a run, e.g. {@code 3400 steps of 4 networks}: those that have begun. */
  static String progress(RunPlan plan, FittedModel.Progress progress) {
    return plan.data().plan().members() == 1 && plan.settings().model().kinds().isEmpty()
        ? "step " + progress.steps()
        : "%s of %s"
            .formatted(
                NumberText.counted(progress.steps(), "step"),
                NumberText.counted(progress.members(), "network"));
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(java.util.Locale.ROOT);
  }
}
