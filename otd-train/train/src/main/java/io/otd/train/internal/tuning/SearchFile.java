// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import io.otd.table.internal.split.Folds;
import io.otd.table.problem.InputException;
import io.otd.train.internal.preparation.TableSource;
import io.otd.train.internal.run.RunDirectory;
import io.otd.train.internal.settings.RawSetting;
import io.otd.train.internal.settings.YamlSettings;
import io.otd.train.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The initial state of a search, for resuming it: its file next to the settings.
 *
 * @param search what is searched
 * @param sha256 of the table's file, hexadecimal
 * @param foldsSha256 of the file of folds, if there is one
 */
public record SearchFile(Search search, String sha256, Optional<String> foldsSha256) {
  private static final String NAME = "search.yaml";
  private static final String SPACE = "space.";

  /**
   * Of a search that begins.
   *
   * @param source the table, with its test rows
   */
  public static SearchFile of(Search search, TableSource source) {
    return new SearchFile(search, source.file().sha256(), source.folds().flatMap(Folds::sha256));
  }

  /** Whether a directory is that of a search. */
  public static boolean isIn(Path directory) {
    return Files.isRegularFile(directory.resolve(NAME));
  }

  /**
   * Rejects anything that is not the directory of a search.
   *
   * @throws InputException if it is none
   */
  public static void requireIn(Path directory) {
    if (!isIn(directory)) {
      throw new InputException(
          directory + ": no " + NAME + " in it (expected: the directory of a search)");
    }
  }

  /**
   * Writes the file.
   *
   * @throws IOException if it cannot be written
   */
  public void write(RunDirectory directory) throws IOException {
    Halving halving = search.halving();
    StringBuilder text = new StringBuilder("search:\n");
    text.append("  trials: " + halving.trials() + "\n");
    text.append("  eta: " + halving.eta() + "\n");
    text.append("  steps: " + halving.steps() + "\n");
    text.append("  data_sha256: " + sha256 + "\n");
    foldsSha256.ifPresent(sha -> text.append("  folds_sha256: " + sha + "\n"));
    text.append("space:\n");
    search.space().yaml().lines().forEach(line -> text.append("  " + line + "\n"));
    directory.write(NAME, text.toString());
  }

  /**
   * Reads the file.
   *
   * @throws InputException if there is none, or it is not as it was written
   */
  public static SearchFile read(RunDirectory directory) {
    requireIn(directory.path());
    Path file = directory.path().resolve(NAME);
    List<RawSetting> all = YamlSettings.read(file);
    List<RawSetting> laws =
        all.stream()
            .filter(s -> s.path().startsWith(SPACE))
            .map(
                s ->
                    new RawSetting(
                        s.path().substring(SPACE.length()), s.value(), s.origin(), s.folder()))
            .toList();
    Settings base = directory.settings();
    try {
      Halving halving =
          new Halving(
              Integer.parseInt(value(all, file, "trials")),
              Integer.parseInt(value(all, file, "eta")),
              Long.parseLong(value(all, file, "steps")),
              base.training().validateEvery());
      return new SearchFile(
          new Search(base, SpaceReader.of(laws, file.toString()), halving),
          value(all, file, "data_sha256"),
          optional(all, "folds_sha256"));
    } catch (IllegalArgumentException e) {
      throw new InputException(file + ": " + e.getMessage());
    }
  }

  private static String value(List<RawSetting> all, Path file, String name) {
    return optional(all, name).orElseThrow(() -> new InputException(file + ": no search." + name));
  }

  private static Optional<String> optional(List<RawSetting> all, String name) {
    return all.stream()
        .filter(s -> s.path().equals("search." + name))
        .map(s -> s.value().toString())
        .findFirst();
  }

  /**
   * Compares the files with those that the search began with.
   *
   * @param source the table now, with its test rows
   * @throws InputException if the table or the file of folds has changed
   */
  public void requireSameFiles(TableSource source) {
    SearchFile now = of(search, source);
    if (!now.sha256.equals(sha256)) {
      throw changed(source.file().name(), sha256);
    }
    if (!now.foldsSha256.equals(foldsSha256)) {
      throw changed(
          search
              .base()
              .data()
              .folds()
              .flatMap(f -> f.file())
              .map(Path::toString)
              .orElse("data.folds"),
          foldsSha256.orElse("none"));
    }
  }

  private static InputException changed(String file, String expected) {
    return new InputException(
        "%s: changed since the search began (expected: SHA-256 %s)".formatted(file, expected));
  }
}
