// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.split;

import io.otd.core.internal.check.Check;
import java.nio.file.Path;
import java.util.Optional;

/** The source of the folds of a cross-validation. */
public sealed interface FoldSource {
  /** The file that defines them, if there is one. */
  Optional<Path> file();

  /** The number of folds or the name of the file, as set. */
  String text();

  /**
   * The folds.
   *
   * @param groups of all rows; those of one stay together
   * @param rows that count for the sizes of random folds
   * @param repeats how often the rows are dealt out, at least 1
   * @param seed of random folds
   * @throws io.otd.table.problem.InputException if there are fewer groups than folds, or the file
   *     is invalid
   */
  Folds folds(RowGroups groups, int[] rows, int repeats, long seed);

  /**
   * Random folds of about equal size.
   *
   * @param count how many, at least 2
   */
  record Count(int count) implements FoldSource {
    /** Checks the number. */
    public Count {
      Check.that(count >= 2, "folds", count, "at least 2");
    }

    @Override
    public Optional<Path> file() {
      return Optional.empty();
    }

    @Override
    public String text() {
      return Integer.toString(count);
    }

    @Override
    public Folds folds(RowGroups groups, int[] rows, int repeats, long seed) {
      return Folds.random(groups, rows, count, repeats, seed);
    }
  }

  /**
   * The folds of a file.
   *
   * @param path see {@link FoldsFile}
   */
  record File(Path path) implements FoldSource {
    @Override
    public Optional<Path> file() {
      return Optional.of(path);
    }

    @Override
    public String text() {
      return path.toString();
    }

    @Override
    public Folds folds(RowGroups groups, int[] rows, int repeats, long seed) {
      return FoldsFile.read(path, repeats);
    }
  }
}
