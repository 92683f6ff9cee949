// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.duckdb;

import io.otd.table.internal.source.FileKind;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Files of one kind that are a table.
 *
 * @param files sorted by name, at least one
 * @param kind of each
 * @param partitioned whether names of folders such as {@code year=2025} are columns
 */
record FileRelation(List<Path> files, FileKind kind, boolean partitioned) {
  private static final Pattern NAME =
      Pattern.compile("(?i).*(?<!\\.card)\\.(parquet|pq|json|jsonl|ndjson|csv|tsv)(\\.gz)?");

  /** Files that Spark and other programs leave next to their output. */
  private static final Pattern HIDDEN = Pattern.compile("[._].*");

  private static final Pattern PARTITION = Pattern.compile("[^=]+=.*");

  /**
   * The files of a folder, in it and below it.
   *
   * @throws InputException if there is none, or if they are not of one kind
   */
  static FileRelation inFolder(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files =
          all.filter(file -> isVisible(folder.relativize(file)))
              .filter(file -> NAME.matcher(file.getFileName().toString()).matches())
              .filter(Files::isRegularFile)
              .sorted()
              .toList();
    }
    if (files.isEmpty()) {
      throw new InputException(
          folder + ": no table in it (expected: files .parquet, .jsonl, .json, .csv or .tsv)");
    }
    boolean partitioned =
        files.stream()
            .map(folder::relativize)
            .anyMatch(file -> file.getParent() != null && isPartitioned(file.getParent()));
    return of(folder.toString(), files, partitioned);
  }

  private static boolean isVisible(Path below) {
    for (Path part : below) {
      if (HIDDEN.matcher(part.toString()).matches() && !isPartitioned(part)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPartitioned(Path folders) {
    for (Path part : folders) {
      if (PARTITION.matcher(part.toString()).matches()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Files that were found.
   *
   * @param name of the whole, for messages
   * @throws InputException if they are not of one kind
   */
  static FileRelation of(String name, List<Path> files, boolean partitioned) {
    Set<FileKind> kinds =
        files.stream().map(FileKind::of).collect(Collectors.toCollection(TreeSet::new));
    if (kinds.size() > 1) {
      throw new InputException(
          "%s: files of several kinds, %s (expected: of one; name them by a pattern)"
              .formatted(name, kinds));
    }
    return new FileRelation(files, kinds.iterator().next(), partitioned);
  }

  /** The files as SQL reads them, columns matched by name. */
  String sql() {
    String list =
        files.stream()
            .map(file -> DuckDb.literal(literalPattern(file.toString())))
            .collect(Collectors.joining(", ", "[", "]"));
    String sampled = kind == FileKind.PARQUET ? "" : ", sample_size = -1";
    return "%s(%s, union_by_name = true, hive_partitioning = %s%s)"
        .formatted(function(), list, partitioned, sampled);
  }

  private String function() {
    return switch (kind) {
      case PARQUET -> "read_parquet";
      case JSON -> "read_json";
      case TEXT, FOLDER, PATTERN -> "read_csv";
    };
  }

  /** A pattern that stands for this name alone. */
  static String literalPattern(String name) {
    return name.replaceAll("[\\[*?]", "[$0]");
  }
}
