package io.otd.train.cli;

import io.otd.train.config.Settings;
import io.otd.train.tabular.TabularData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A training run in words. */
final class RunText {
  private RunText() {}

  /** What will be trained on what. */
  static List<String> summary(Settings settings, TabularData table, Path directory) {
    List<String> lines = new ArrayList<>();
    int inputs = table.schema().inputs().size();
    lines.add(
        "data       %s: %d rows, %d input column%s, target %s; %d bytes a row"
            .formatted(
                table.source().path(),
                table.table().rows(),
                inputs,
                inputs == 1 ? "" : "s",
                String.join(", ", table.schema().targets()),
                table.table().bytesPerRow()));
    lines.add("split      " + table.split() + ", seed " + settings.data().seed());
    lines.add(
        "model      hidden %s, %s%s%s; masks %s; loss %s with %d draws"
            .formatted(
                settings.model().hidden(),
                lower(settings.model().activation()),
                settings.model().residual() ? ", residual" : "",
                settings.model().linearPath() ? ", linear path" : "",
                lower(settings.masks().law()),
                lower(settings.loss().type()),
                settings.loss().draws()));
    lines.add(
        "training   up to %d epochs, batch %d, learning rate %s, patience %d, seed %d"
            .formatted(
                settings.training().epochs(),
                settings.training().batch(),
                settings.training().learningRate(),
                settings.training().patience(),
                settings.training().seed()));
    lines.add("directory  " + directory);
    return lines;
  }

  private static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(java.util.Locale.ROOT);
  }
}
