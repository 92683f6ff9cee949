// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.source;

import io.otd.table.internal.cell.NumberCell;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The files of one kind that are a table.
 *
 * @param name of the table
 * @param path by which they were found
 * @param kind of each file
 * @param files sorted by name, at least one
 * @param added the columns that folders such as {@code year=2025} add
 */
public record SourceFiles(
    String name, Path path, FileKind kind, List<SourceFile> files, List<String> added) {
  private static final Pattern NAME =
      Pattern.compile("(?i).*(?<!\\.card)\\.(parquet|pq|json|jsonl|ndjson|csv|tsv)(\\.gz)?");

  /** Files that Spark and other programs leave next to their output. */
  private static final Pattern HIDDEN = Pattern.compile("[._].*");

  /** Copies the lists. */
  public SourceFiles {
    files = List.copyOf(files);
    added = List.copyOf(added);
  }

  /**
   * Finds the files of a table.
   *
   * @param path a file, a folder, or a pattern of names
   * @throws InputException if there is none, or if they are of several kinds
   * @throws IOException if a folder cannot be read
   */
  public static SourceFiles of(Path path) throws IOException {
    FileKind kind = FileKind.of(path);
    return switch (kind) {
      case FOLDER -> inFolder(path);
      case PATTERN -> matching(path);
      case TEXT, PARQUET, JSON -> one(path, kind);
    };
  }

  private static SourceFiles one(Path path, FileKind kind) {
    if (PipedFile.isMeantBy(path)) {
      return PipedFile.text(path);
    }
    if (!Files.exists(path)) {
      throw new InputException(path + ": no such file (expected: a readable table)");
    }
    return new SourceFiles(
        path.toString(),
        path,
        kind,
        List.of(new SourceFile(path.toString(), path, Map.of())),
        List.of());
  }

  private static SourceFiles inFolder(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files =
          all.filter(file -> isVisible(folder.relativize(file)))
              .filter(file -> NAME.matcher(String.valueOf(file.getFileName())).matches())
              .filter(Files::isRegularFile)
              .sorted()
              .toList();
    }
    if (files.isEmpty()) {
      throw new InputException(
          folder + ": no table in it (expected: files .parquet, .jsonl, .json, .csv or .tsv)");
    }
    return several(folder, files, folder::relativize);
  }

  private static boolean isVisible(Path below) {
    for (Path part : below) {
      if (HIDDEN.matcher(part.toString()).matches() && !FolderCells.in(part)) {
        return false;
      }
    }
    return true;
  }

  private static SourceFiles matching(Path pattern) throws IOException {
    List<Path> files = PathPattern.files(pattern);
    if (files.isEmpty()) {
      throw new InputException(pattern + ": no file has such a name (expected: at least one)");
    }
    return several(pattern, files, file -> file);
  }

  /**
   * Files that were found.
   *
   * @param folders of a file, those whose names may add columns
   */
  private static SourceFiles several(Path path, List<Path> paths, UnaryOperator<Path> folders) {
    Set<FileKind> kinds =
        paths.stream().map(FileKind::of).collect(Collectors.toCollection(TreeSet::new));
    if (kinds.size() > 1) {
      throw new InputException(
          "%s: files of several kinds, %s (expected: of one; name them by a pattern)"
              .formatted(path, kinds));
    }
    List<Map<String, String>> cells =
        paths.stream().map(file -> FolderCells.of(folders.apply(file))).toList();
    Set<String> added = new LinkedHashSet<>();
    cells.forEach(of -> added.addAll(of.keySet()));
    List<SourceFile> files = new ArrayList<>();
    for (int i = 0; i < paths.size(); i++) {
      Map<String, String> all = new LinkedHashMap<>();
      added.forEach(column -> all.put(column, ""));
      all.putAll(cells.get(i));
      files.add(new SourceFile(paths.get(i).toString(), paths.get(i), all));
    }
    return new SourceFiles(
        path.toString(), path, kinds.iterator().next(), files, List.copyOf(added));
  }

  /** Whether the cells of an added column are numbers, or missing. */
  public boolean isNumeric(String column) {
    return files.stream()
        .map(file -> file.cells().getOrDefault(column, ""))
        .allMatch(cell -> cell.isEmpty() || !Double.isNaN(NumberCell.parse(cell)));
  }

  /** The paths of the files. */
  public List<Path> paths() {
    return files.stream().map(SourceFile::path).toList();
  }
}
