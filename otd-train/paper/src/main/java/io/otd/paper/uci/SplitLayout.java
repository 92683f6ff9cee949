// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.uci;

import io.otd.core.internal.files.DurableFiles;
import io.otd.table.internal.split.Folds;
import io.otd.table.internal.split.FoldsFile;
import io.otd.table.problem.InputException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A data set in the layout in which the splits of Hernández-Lobato and Adams (2015) are passed on:
 * {@code data.txt} with numbers between white space, {@code index_features.txt} and {@code
 * index_target.txt} with numbers of columns, {@code index_train_I.txt} and {@code index_test_I.txt}
 * with numbers of rows for I from 0. All numbers count from 0.
 *
 * @param name of the data set
 * @param folder with the files
 */
public record SplitLayout(String name, Path folder) {
  /** The column of the table that is predicted. */
  public static final String TARGET = "y";

  private static final String DATA = "data.txt";
  private static final Pattern GAP = Pattern.compile("[\\s,]+");

  /**
   * The data sets below a directory, by name: folders with {@code data.txt}, in them or in a folder
   * {@code data} in them.
   *
   * @throws InputException if there are none
   */
  public static List<SplitLayout> in(Path directory) throws IOException {
    List<SplitLayout> found = new ArrayList<>();
    if (Files.isDirectory(directory)) {
      try (Stream<Path> folders = Files.list(directory)) {
        folders
            .sorted()
            .forEach(
                folder ->
                    Stream.of(folder, folder.resolve("data"))
                        .filter(f -> Files.isRegularFile(f.resolve(DATA)))
                        .findFirst()
                        .ifPresent(
                            f ->
                                found.add(
                                    new SplitLayout(String.valueOf(folder.getFileName()), f))));
      }
    }
    if (found.isEmpty()) {
      throw new InputException(
          "%s: no data set (expected: folders with %s and index_train_0.txt)"
              .formatted(directory, DATA));
    }
    return List.copyOf(found);
  }

  /**
   * The same as a table and its folds.
   *
   * @param table CSV with a column {@code xJ} for each input, J its number in the layout, and
   *     {@link #TARGET}; cells as in the layout
   * @param folds see {@link FoldsFile}: a repeat for each split, with fold 0 its test rows and -1
   *     the others
   * @param splits how many there are
   */
  public record Converted(Path table, Path folds, int splits) {}

  /**
   * Writes the table and its folds.
   *
   * @param directory for the files, which is created if it does not exist
   * @throws InputException if a file is invalid
   */
  public Converted convert(Path directory) throws IOException {
    Files.createDirectories(directory);
    int[] features = indices("index_features.txt");
    int[] target = indices("index_target.txt");
    if (target.length != 1 || features.length == 0) {
      throw new InputException(
          "%s: %s inputs, %s targets (expected: at least one input, one target)"
              .formatted(folder, features.length, target.length));
    }
    Path table = directory.resolve("data.csv");
    int[] rows = new int[1];
    DurableFiles.replace(table, out -> rows[0] = table(out, features, target[0]));
    Folds folds = folds(rows[0]);
    Path file = directory.resolve("folds.csv");
    DurableFiles.replace(file, FoldsFile.csv(folds).getBytes(StandardCharsets.UTF_8));
    return new Converted(table, file, folds.repeats().size());
  }

  private int table(OutputStream out, int[] features, int target) throws IOException {
    Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    for (int feature : features) {
      writer.write("x" + feature + ",");
    }
    writer.write(TARGET + "\n");
    int rows = 0;
    try (BufferedReader lines = Files.newBufferedReader(folder.resolve(DATA))) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (!line.isBlank()) {
          String[] cells = GAP.split(line.strip(), -1);
          requireColumns(number, cells.length, features, target);
          for (int feature : features) {
            writer.write(cells[feature] + ",");
          }
          writer.write(cells[target] + "\n");
          rows++;
        }
      }
    }
    writer.flush();
    return rows;
  }

  private void requireColumns(int line, int count, int[] features, int target) {
    int least = Math.max(target, Arrays.stream(features).max().orElseThrow()) + 1;
    if (count < least) {
      throw new InputException(
          "%s, line %s: %s numbers (expected: at least %s)"
              .formatted(folder.resolve(DATA), line, count, least));
    }
  }

  private Folds folds(int rows) throws IOException {
    List<int[]> splits = new ArrayList<>();
    while (Files.isRegularFile(folder.resolve("index_test_%s.txt".formatted(splits.size())))) {
      splits.add(split(splits.size(), rows));
    }
    if (splits.isEmpty()) {
      throw new InputException(folder + ": no index_test_0.txt (expected: at least one split)");
    }
    return new Folds(splits, Optional.empty());
  }

  private int[] split(int number, int rows) throws IOException {
    int[] fold = new int[rows];
    Arrays.fill(fold, Integer.MIN_VALUE);
    String test = "index_test_%s.txt".formatted(number);
    String train = "index_train_%s.txt".formatted(number);
    mark(fold, test, 0);
    mark(fold, train, -1);
    for (int row = 0; row < rows; row++) {
      if (fold[row] == Integer.MIN_VALUE) {
        throw new InputException(
            "%s: row %s neither in %s nor in %s (expected: each row in one of them)"
                .formatted(folder, row, train, test));
      }
    }
    return fold;
  }

  private void mark(int[] fold, String file, int number) throws IOException {
    for (int row : indices(file)) {
      if (row >= fold.length || fold[row] != Integer.MIN_VALUE) {
        throw new InputException(
            "%s: row %s (expected: below %s, each row once in training or test)"
                .formatted(folder.resolve(file), row, fold.length));
      }
      fold[row] = number;
    }
  }

  /** Whole numbers, also where they are written as {@code 3.0e+00}. */
  private int[] indices(String name) throws IOException {
    Path file = folder.resolve(name);
    if (!Files.isRegularFile(file)) {
      throw new InputException(file + ": not there (expected: numbers, one a line)");
    }
    return Files.readAllLines(file).stream()
        .filter(line -> !line.isBlank())
        .mapToInt(line -> index(file, line.strip()))
        .toArray();
  }

  private static int index(Path file, String text) {
    double value;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      value = Double.NaN;
    }
    if (!(value >= 0 && value == Math.rint(value) && value <= Integer.MAX_VALUE)) {
      throw new InputException(
          "%s: %s (expected: a whole number of at least 0)".formatted(file, text));
    }
    return (int) value;
  }
}
