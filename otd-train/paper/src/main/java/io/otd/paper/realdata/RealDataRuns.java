// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.realdata;

import io.otd.table.internal.csv.TableCsv;
import io.otd.table.problem.InputException;
import io.otd.table.read.TableCard;
import io.otd.table.read.TableReader;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.preparation.TableSource;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Runs the comparison. A table whose target is measured on another scale is first written with that
 * target, {@code NAME/data.csv}, so that every run can be repeated separately.
 *
 * @param data where the tables are
 * @param sets the data sets, at least one
 * @param folds number of folds if none are given
 * @param runs the runs of the recipes
 */
public record RealDataRuns(DataDirectory data, List<DataSet> sets, int folds, RecipeRuns runs) {
  private static final String SCALED = "data.csv";

  /** Keeps the lists. */
  public RealDataRuns {
    sets = List.copyOf(sets);
  }

  /**
   * Runs everything.
   *
   * @param trainers create trainers; stopping these stops everything
   * @param flags native flags in force
   * @param display shows it
   * @return the results; empty if a trainer was stopped
   * @throws InputException if a table is invalid
   * @throws IOException what made a fold fail
   */
  public Optional<RealDataResult> run(
      Function<Settings, NetworkTrainer> trainers, String flags, RecipeRuns.Display display)
      throws IOException {
    List<Loaded> tables = new ArrayList<>();
    for (DataSet set : sets) {
      tables.add(load(set)); // all are loaded before training begins
    }
    return runs.run(tables.stream().map(Loaded::input).toList(), trainers, flags, display)
        .map(done -> result(done, tables));
  }

  private RealDataResult result(List<RecipeResult> done, List<Loaded> tables) {
    List<RealDataResult.Entry> entries = new ArrayList<>();
    for (Loaded table : tables) {
      done.stream()
          .filter(one -> one.table().equals(table.set().name()))
          .map(
              one ->
                  new RealDataResult.Entry(table.set(), one.recipe(), table.whole(), one.first()))
          .forEach(entries::add);
    }
    return new RealDataResult(runs.scale(), entries);
  }

  /** A table in the form used for training. */
  private record Loaded(DataSet set, boolean whole, RecipeRuns.Input input) {}

  private Loaded load(DataSet set) throws IOException {
    DataDirectory.TableFiles files = data.find(set);
    String column = target(files.table());
    TableSource source = TableSource.read(located(files, files.table(), column).settings());
    if (set.targetScale() == TargetScale.IDENTITY) {
      return new Loaded(
          set,
          files.whole(),
          new RecipeRuns.Input(set.name(), () -> located(files, files.table(), column), source));
    }
    Path scaled = Files.createDirectories(runs.directory().resolve(set.name())).resolve(SCALED);
    TableCsv.write(set.targetScale().of(source.file().table(), column), scaled);
    String target = set.targetScale().of(column);
    return new Loaded(
        set,
        files.whole(),
        new RecipeRuns.Input(
            set.name(),
            () -> located(files, scaled, target),
            TableSource.read(located(files, scaled, target).settings())));
  }

  /** The card's, else the last column. */
  private static String target(Path table) throws IOException {
    Optional<TableCard> card = TableCard.of(table);
    if (card.isPresent() && card.get().target().size() == 1) {
      return card.get().target().get(0);
    }
    List<String> names = TableReader.names(table);
    return names.get(names.size() - 1);
  }

  private SettingsReader located(DataDirectory.TableFiles files, Path table, String target)
      throws IOException {
    SettingsReader reader = new SettingsReader();
    Path original = files.table();
    Optional<TableCard> card = TableCard.of(original);
    card.ifPresent(
        c -> reader.value("data.ignore", c.ignore(), String.valueOf(TableCard.beside(original))));
    return reader
        .value("data.file", List.of(table.toString()), "reproduce")
        .value("data.target", List.of(target), "reproduce")
        .value(
            "data.folds",
            List.of(files.folds().map(Path::toString).orElse(Integer.toString(folds))),
            "--folds");
  }
}
