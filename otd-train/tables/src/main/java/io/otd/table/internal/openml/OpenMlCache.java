// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.openml;

import io.otd.core.internal.files.DurableFiles;
import io.otd.core.internal.files.FileDigest;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.table.problem.InputException;
import io.otd.table.read.ColumnSelection;
import io.otd.table.read.TableCard;
import io.otd.table.read.TableReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Data sets of OpenML on disk, each in its own directory: the server's file, its {@link TableCard},
 * and for a task also its folds. Complete ones are not requested again.
 *
 * @param directory of the cache; created if it does not exist
 * @param server where the data sets are from
 */
public record OpenMlCache(Path directory, OpenMlServer server) {
  private static final String TABLE = "data.arff";
  private static final String FOLDS = "folds.csv";
  private static final String SPLITS = "splits.arff";

  /**
   * The file of a data set or task.
   *
   * @param reference which
   * @param again whether it is fetched even if it exists
   * @return the table; its {@link TableCard} is next to it
   * @throws InputException if there is none, or it is not an ARFF file
   * @throws IOException if it cannot be had
   */
  public Path table(OpenMlReference reference, boolean again) throws IOException {
    Path table = folder(reference).resolve(TABLE);
    if (again || !whole(table)) {
      // The card is written last. It names its table; a card of another table is ignored.
      TableCard card =
          reference.task() ? fetchTask(reference, table, again) : fetchDataset(reference, table);
      card.write(table);
    }
    return table;
  }

  private Path folder(OpenMlReference reference) {
    return directory
        .resolve(String.valueOf(server.base().getHost()))
        .resolve("openml-" + (reference.task() ? "task-" : "") + reference.id());
  }

  private static boolean whole(Path table) throws IOException {
    try {
      Optional<TableCard> card = TableCard.of(table);
      return card.isPresent()
          && Files.isRegularFile(table)
          && FileDigest.of(table).sha256().equals(card.get().sha256())
          && Files.exists(table.resolveSibling(card.get().folds()));
    } catch (InvalidFileException e) {
      return false;
    }
  }

  private TableCard fetchDataset(OpenMlReference reference, Path table) throws IOException {
    DatasetDescription dataset = server.dataset(reference.id());
    if (!dataset.format().toLowerCase(Locale.ROOT).contains("arff")) {
      throw new InputException(
          "%s: format %s (expected: ARFF)".formatted(reference, dataset.format()));
    }
    Files.createDirectories(folder(reference));
    server.file(dataset.file(), table, dataset.md5());
    List<String> names = TableReader.names(table);
    return new TableCard(
        TableCard.FORMAT,
        reference.toString(),
        dataset.name(),
        dataset.licence(),
        dataset.target().stream().filter(names::contains).toList(),
        dataset.ignore().stream().filter(names::contains).toList(),
        "",
        FileDigest.of(table).sha256());
  }

  private TableCard fetchTask(OpenMlReference reference, Path table, boolean again)
      throws IOException {
    TaskDescription task = server.task(reference.id());
    Files.createDirectories(folder(reference));
    Path dataset = table(new OpenMlReference(false, task.dataset()), again);
    Files.copy(dataset, table, StandardCopyOption.REPLACE_EXISTING);
    TableCard card =
        TableCard.of(dataset).orElseThrow(() -> new InvalidFileException(dataset, "no card"));
    if (task.splits().isPresent()) {
      Path splits = table.resolveSibling(SPLITS);
      server.file(task.splits().get(), splits, Optional.empty());
      DurableFiles.replace(
          table.resolveSibling(FOLDS),
          TaskFolds.csv(splits, rows(table)).getBytes(StandardCharsets.UTF_8));
    }
    return new TableCard(
        TableCard.FORMAT,
        reference.toString(),
        card.name(),
        card.licence(),
        List.of(task.target()),
        card.ignore().stream().filter(n -> !n.equals(task.target())).toList(),
        task.splits().isPresent() ? FOLDS : "",
        card.sha256());
  }

  private static int rows(Path table) {
    List<String> first = TableReader.names(table).subList(0, 1);
    return TableReader.read(table, new ColumnSelection.Only(first, Set.of())).table().rows();
  }
}
