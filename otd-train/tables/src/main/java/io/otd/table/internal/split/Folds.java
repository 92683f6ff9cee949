// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.split;

import io.otd.table.problem.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The folds of a cross-validation, once or several times over. They depend on the rows, their
 * groups and the seed alone: every method is measured on the same ones.
 *
 * @param repeats for each repeat the number of the fold of each row; negative if the row is never a
 *     test row
 * @param sha256 of the file that defined them, hexadecimal, if there was one
 */
public record Folds(List<int[]> repeats, Optional<String> sha256) {
  /** Copies the list. */
  public Folds {
    repeats = List.copyOf(repeats);
  }

  /**
   * One fold of one repeat: it is the test part, the others are used for training.
   *
   * @param repeat from 0
   * @param fold its number
   */
  public record Part(int repeat, int fold) {}

  /**
   * Random folds. Single rows are assigned in a random order, so that sizes differ by at most 1.
   * Groups are dealt out largest first, each to the fold with the fewest rows (Graham's rule of the
   * longest processing time), those of equal size in a random order.
   *
   * @param groups of all rows; those of one stay together
   * @param rows that count; others are in the folds of their groups, or in none
   * @param folds number of folds, at least 2
   * @param repeats how often, at least 1
   * @param seed of the random orders
   * @throws InputException if there are fewer groups than folds
   */
  public static Folds random(RowGroups groups, int[] rows, int folds, int repeats, long seed) {
    int[] sizes = groups.sizes(rows);
    int[] present = groups.present(rows);
    if (present.length < folds) {
      throw new InputException(
          "folds: %s (expected: at most %s, the number of %s)"
              .formatted(folds, present.length, present.length < rows.length ? "groups" : "rows"));
    }
    List<int[]> all = new ArrayList<>();
    for (int repeat = 0; repeat < repeats; repeat++) {
      int[] order = largestFirst(present, sizes, new Shuffle(seed, Shuffle.FOLDS + repeat));
      int[] foldOf = RowGroups.dealt(order, sizes, folds);
      all.add(
          Arrays.stream(groups.of()).map(group -> sizes[group] > 0 ? foldOf[group] : -1).toArray());
    }
    return new Folds(all, Optional.empty());
  }

  /** Random folds of all rows. */
  public static Folds random(RowGroups groups, int folds, int repeats, long seed) {
    return random(groups, IntStream.range(0, groups.rows()).toArray(), folds, repeats, seed);
  }

  private static int[] largestFirst(int[] present, int[] sizes, Shuffle shuffle) {
    int[] order = present.clone();
    shuffle.shuffle(order);
    return Arrays.stream(order)
        .boxed()
        .sorted((a, b) -> Integer.compare(sizes[b], sizes[a]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Of how many rows they are. */
  public int rows() {
    return repeats.get(0).length;
  }

  /** Of some rows of the table. */
  public Folds at(int[] rows) {
    return new Folds(
        repeats.stream()
            .map(folds -> Arrays.stream(rows).map(row -> folds[row]).toArray())
            .toList(),
        sha256);
  }

  /** Every fold of every repeat that has a row. */
  public List<Part> parts() {
    List<Part> parts = new ArrayList<>();
    for (int repeat = 0; repeat < repeats.size(); repeat++) {
      int[] tested = Arrays.stream(repeats.get(repeat)).filter(fold -> fold >= 0).toArray();
      for (int fold : Arrays.stream(tested).distinct().sorted().toArray()) {
        parts.add(new Part(repeat, fold));
      }
    }
    return parts;
  }

  /**
   * The split with one fold as its test part.
   *
   * @param part which fold
   * @param validationFraction of the rows of the other folds, in [0, 1)
   * @param seed of the choice of validation rows
   * @throws InputException if there is no such repeat
   */
  public SplitRule rule(Part part, double validationFraction, long seed) {
    if (part.repeat() < 0 || part.repeat() >= repeats.size()) {
      throw new InputException(
          "repeat: %s (expected: from 0 to %s)".formatted(part.repeat(), repeats.size() - 1));
    }
    return new SplitRule.OneFold(repeats.get(part.repeat()), part.fold(), validationFraction, seed);
  }
}
