// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.preparation.TableSource;
import io.otd.train.internal.run.RunDirectory;
import io.otd.train.internal.tuning.Halving;
import io.otd.train.internal.tuning.Search;
import io.otd.train.internal.tuning.SearchFile;
import io.otd.train.internal.tuning.Tuning;
import io.otd.train.progress.ListenedRuns;
import io.otd.train.settings.Settings;
import java.io.IOException;
import java.util.Optional;

/**
 * A new or resumed search for settings in a directory, on a table without its test rows.
 *
 * @param settings it begins with
 * @param machine it runs on
 */
record SettingsSearch(Settings settings, Observers observers, Machine machine) {
  /**
   * Searches.
   *
   * @param source the table, with its test rows
   * @param name of the directory, if the folder does not determine it
   * @param options of a new search; if empty, those in the directory
   */
  SearchResult in(
      RunFolder folder, TableSource source, String name, Optional<SearchOptions> options)
      throws IOException {
    TableSource learned = source.withoutTest(settings);
    Optional<Search> wanted = options.map(o -> search(o, learned));
    // Errors are reported before anything is written.
    wanted.ifPresent(search -> search.data(learned));
    try (RunDirectory run = folder.open(settings, name)) {
      Search search = wanted.isPresent() ? begun(wanted.get(), source, run) : began(source, run);
      observers.plan().accept(plan(search, source, learned, run));
      try (Session session = Session.ofSeveral(settings, observers, machine, run.path())) {
        return new SearchResult(
            new Tuning(run, search, learned, session.trainer(), session.flags())
                .run(machine.jobs(), new ListenedRuns(observers.progress())),
            observers,
            machine);
      }
    }
  }

  private static RunPlan plan(
      Search search, TableSource source, TableSource learned, RunDirectory run) {
    return new RunPlan(
        RunPlan.Kind.SEARCH,
        search.start(learned),
        search.data(learned),
        Optional.of(run.path()),
        search.halving().rungs().stream().mapToInt(Halving.Rung::trials).sum(),
        Optional.of(search),
        source.file().table().rows() - learned.file().table().rows());
  }

  private static Search begun(Search search, TableSource source, RunDirectory run)
      throws IOException {
    SearchFile.of(search, source).write(run);
    return search;
  }

  private static Search began(TableSource source, RunDirectory run) {
    SearchFile file = SearchFile.read(run);
    file.requireSameFiles(source);
    return file.search();
  }

  private Search search(SearchOptions options, TableSource learned) {
    long steps =
        options
            .steps()
            .orElseGet(
                () ->
                    PreparedTable.of(learned, settings.withoutTest())
                        .trainingSettings(settings)
                        .steps());
    return new Search(
        settings,
        options.space(settings),
        new Halving(options.trials(), options.eta(), steps, settings.training().validateEvery()));
  }
}
