// SPDX-License-Identifier: Apache-2.0
package io.otd.app.train;

import io.otd.app.command.Console;
import io.otd.app.completion.MethodNames;
import io.otd.app.completion.SettingNames;
import io.otd.app.flags.SettingFlags;
import io.otd.app.table.TableFiles;
import io.otd.table.internal.url.DatabaseUrl;
import io.otd.table.problem.InputException;
import io.otd.table.read.TableCard;
import io.otd.table.source.TableAddress;
import io.otd.train.internal.run.FurtherTraining;
import io.otd.train.internal.settings.SettingsTree;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import io.otd.train.settings.SettingsWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The table and the settings of what is trained. */
final class SettingsOptions {
  private final SettingFlags flags = new SettingFlags(SettingsTree.of(Settings.class).flagged());

  @Parameters(
      arity = "0..1",
      paramLabel = "CONFIG.yaml",
      description = "Settings file, ending in .yaml or .yml; or a table, as with --data.")
  private @Nullable String given;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description =
          "Table: CSV, ARFF, Parquet or JSON lines; a folder or pattern of files; jdbc:... for a"
              + " database; openml:ID.")
  private @Nullable String data;

  @Option(
      names = "--from",
      paramLabel = "RUN",
      description =
          "Train the model of a finished run further, on the rows of --data: its columns and"
              + " settings are kept, its networks continue with a fifth of the steps, and the test"
              + " rows tell whether it is better than before.")
  private @Nullable Path from;

  @Option(
      names = "--method",
      completionCandidates = MethodNames.class,
      paramLabel = "NAME",
      description =
          "Method: auto, otd, otd-no-action, otd-pieces, otd-decay, otd-mixture,"
              + " otd-mixture-pieces, otd-0, otd-low-latent, otd-conditional, mc-dropout,"
              + " mc-dropout-es, concrete-dropout, deterministic, gaussian, mdn, mdn-pieces,"
              + " deep-ensemble, marginal or pool. Default: auto, which is pool for tables (of"
              + " more than 20000 rows: of otd, otd-pieces and trees), otd for fields and in a"
              + " search.")
  private @Nullable String method;

  @Option(
      names = "--set",
      completionCandidates = SettingNames.class,
      paramLabel = "KEY=VALUE",
      description = "Set one setting, such as model.hidden=64,64; repeatable.")
  private @Nullable List<String> assignments;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the split and of training. Default: 0.")
  private @Nullable Long seed;

  /** The options of single settings. */
  SettingFlags flags() {
    return flags;
  }

  /** The options that were typed, by the path of their setting. */
  Map<String, String> typed() {
    Map<String, String> typed = new HashMap<>(flags.typed());
    if (from != null) {
      typed.put("training.from", "--from");
    }
    if (method != null) {
      typed.put("model.method", "--method");
    }
    if (data != null) {
      List.of("data", "data.file", "data.database").forEach(path -> typed.put(path, "--data"));
    }
    boolean configured = given != null && isConfiguration(given);
    if (given != null && !configured) {
      typed.put("data", DatabaseUrl.plain(given));
    }
    if (!configured && !assigned().contains("data.target")) {
      typed.putIfAbsent("data.target", "--target");
    }
    return typed;
  }

  /** Whether any is given. */
  boolean any() {
    return given != null
        || from != null
        || data != null
        || method != null
        || assignments != null
        || seed != null
        || flags.given();
  }

  /** Paths of the settings given one by one. */
  Set<String> assigned() {
    Set<String> paths = new LinkedHashSet<>();
    if (assignments != null) {
      assignments.forEach(a -> paths.add(a.split("=", 2)[0].strip()));
    }
    return paths;
  }

  /**
   * The intended settings.
   *
   * @param console shows the progress of a download
   */
  Settings settings(Console console) throws IOException {
    Optional<TableAddress> table = table(console);
    Settings settings = reader(Optional.empty(), table).settings();
    Optional<Path> file = settings.data().file();
    if (file.isPresent() && TableCard.of(file.get()).isPresent()) {
      settings = reader(file, table).settings();
    }
    return seed == null ? settings : settings.withSeed(seed);
  }

  /** The table given as such, in the cache if it is OpenML's. */
  private Optional<TableAddress> table(Console console) throws IOException {
    if (data != null && given != null && !isConfiguration(given)) {
      throw new InputException(
          "%s: a second table, with --data %s (expected: one)"
              .formatted(DatabaseUrl.plain(given), DatabaseUrl.plain(data)));
    }
    String name = data == null && given != null && !isConfiguration(given) ? given : data;
    return name == null
        ? Optional.empty()
        : Optional.of(new TableFiles(console).address(Optional.of(name), Optional.empty()));
  }

  private static boolean isConfiguration(String name) {
    return name.endsWith(".yaml") || name.endsWith(".yml");
  }

  /**
   * The given settings; later ones take precedence.
   *
   * @param described the table whose card provides the defaults
   * @param table given as such
   */
  private SettingsReader reader(Optional<Path> described, Optional<TableAddress> table)
      throws IOException {
    SettingsReader reader = new SettingsReader();
    if (from != null) {
      reader.text(SettingsWriter.yaml(FurtherTraining.of(from)), "--from");
    }
    if (described.isPresent()) {
      TableCard.of(described.get()).ifPresent(card -> card(reader, card, described.get()));
    }
    if (given != null && isConfiguration(given)) {
      reader.file(Path.of(given));
    }
    if (method != null) {
      reader.value("model.method", List.of(method), "--method");
    }
    if (assignments != null) {
      assignments.forEach(reader::assignment);
    }
    table.ifPresent(t -> address(reader, t));
    flags.give(reader::value);
    return reader;
  }

  /** Settings of a configuration file for another table are ignored then. */
  private static void address(SettingsReader reader, TableAddress table) {
    List.of("data.file", "data.database", "data.query")
        .forEach(path -> reader.assignment(path, "null", "--data"));
    table.file().ifPresent(t -> reader.value("data.file", List.of(t.toString()), "--data"));
    table.database().ifPresent(t -> reader.value("data.database", List.of(t), "--data"));
  }

  private static void card(SettingsReader reader, TableCard card, Path table) {
    String origin = TableCard.beside(table).toString();
    reader.value("data.target", card.target(), origin);
    reader.value("data.ignore", card.ignore(), origin);
    if (!card.folds().isEmpty()) {
      Path folds = table.toAbsolutePath().resolveSibling(card.folds());
      reader.value("data.folds", List.of(folds.toString()), origin);
    }
  }
}
