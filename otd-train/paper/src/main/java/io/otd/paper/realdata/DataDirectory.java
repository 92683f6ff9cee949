// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.realdata;

import io.otd.core.internal.files.IoFunction;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The directory of the tables: a directory with one directory for each data set, in it {@code
 * data.csv} (the target is the last column) and possibly {@code folds.csv}; {@code
 * partial_*.csv.gz} and {@code partial_folds.csv} where not all rows could be had. Without a
 * directory they are fetched from OpenML.
 *
 * @param directory of the tables, if they are at hand
 * @param openml fetches a data set by its number
 */
public record DataDirectory(Optional<Path> directory, IoFunction<Integer, Path> openml) {
  private static final List<String> WHOLE = List.of("data.csv", "data.csv.gz", "data.arff");
  private static final String PARTIAL = "partial_[0-9]*.csv*";

  /**
   * A table.
   *
   * @param table its file
   * @param folds the folds that were given with it, if any
   * @param whole whether all rows are used
   */
  record TableFiles(Path table, Optional<Path> folds, boolean whole) {}

  /**
   * Finds a data set.
   *
   * @throws InputException if it is not there
   */
  TableFiles find(DataSet set) throws IOException {
    if (directory.isEmpty()) {
      return new TableFiles(openml.apply(set.openml()), Optional.empty(), true);
    }
    Path folder = directory.get().resolve(set.name());
    for (String name : WHOLE) {
      if (Files.isRegularFile(folder.resolve(name))) {
        return new TableFiles(folder.resolve(name), existing(folder.resolve("folds.csv")), true);
      }
    }
    if (Files.isDirectory(folder)) {
      try (var files = Files.newDirectoryStream(folder, PARTIAL)) {
        for (Path file : files) {
          return new TableFiles(file, existing(folder.resolve("partial_folds.csv")), false);
        }
      }
    }
    throw new InputException(
        "%s: no table (expected: one of %s in it)".formatted(folder, String.join(", ", WHOLE)));
  }

  private static Optional<Path> existing(Path file) {
    return Optional.of(file).filter(Files::isRegularFile);
  }
}
