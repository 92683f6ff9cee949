// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.duckdb;

import io.otd.table.internal.build.ColumnNaming;
import io.otd.table.internal.source.SourceFile;
import io.otd.table.internal.source.SourceFiles;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Parquet files as DuckDB reads them, columns matched by name.
 *
 * @param sql the text after {@code from}
 * @param names of the columns in its order, if they are not those of DuckDB, to which names that
 *     differ only in case are the same
 * @param naming of the columns of each file, if several files have other names than written
 */
record FileRelation(String sql, List<String> names, List<ColumnNaming> naming) {
  private static final String MISSING = "__HIVE_DEFAULT_PARTITION__";

  /**
   * The relation of files.
   *
   * @param connection to the engine
   * @throws SQLException if one cannot be read
   */
  static FileRelation of(SourceFiles files, Connection connection) throws SQLException {
    Map<Path, List<String>> written = ParquetNames.of(files.paths(), connection);
    List<ColumnNaming> plain = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    boolean asWritten = true;
    for (SourceFile file : files.files()) {
      List<String> given = written.getOrDefault(file.path(), List.of());
      ColumnNaming named = ColumnNaming.of(file.name(), given);
      asWritten &= named.names().equals(given);
      plain.add(named);
      names.addAll(named.names());
    }
    names.removeAll(files.added());
    if (asWritten && distinct(names, files) && foldersAddAll(files)) {
      return new FileRelation(byName(files), List.of(), List.of());
    }
    List<String> own = List.copyOf(names);
    if (files.files().size() == 1 && files.added().isEmpty()) {
      // Their reader changes them, and says so.
      return new FileRelation(
          "(%s)".formatted(byPlace(files.files().get(0), own, own, files)),
          written.values().iterator().next(),
          List.of());
    }
    names.addAll(files.added());
    return new FileRelation(
        IntStream.range(0, plain.size())
            .mapToObj(i -> byPlace(files.files().get(i), plain.get(i).names(), own, files))
            .collect(Collectors.joining(" union all ", "(", ")")),
        List.copyOf(names),
        plain);
  }

  /** Columns that were renamed because another of their file has their name, see the table's. */
  Map<String, String> repeats() {
    Map<String, String> repeats = new LinkedHashMap<>();
    naming.forEach(of -> repeats.putAll(of.repeats()));
    return repeats;
  }

  /** Notes on them. */
  Stream<String> notes() {
    return naming.stream().flatMap(of -> of.notes().stream());
  }

  private static boolean distinct(Set<String> names, SourceFiles files) {
    Set<String> lower = new HashSet<>();
    names.forEach(name -> lower.add(name.toLowerCase(Locale.ROOT)));
    files.added().forEach(name -> lower.add(name.toLowerCase(Locale.ROOT)));
    return lower.size() == names.size() + files.added().size();
  }

  /** DuckDB takes a column from every folder of a path with an equals sign. */
  private static boolean foldersAddAll(SourceFiles files) {
    return files.paths().stream()
        .allMatch(
            path ->
                IntStream.range(0, path.getNameCount() - 1)
                        .filter(i -> path.getName(i).toString().indexOf('=') > 0)
                        .count()
                    == files.added().size());
  }

  private static String byName(SourceFiles files) {
    String read =
        "read_parquet(%s, union_by_name = true, hive_partitioning = %s, hive_types_autocast = false)"
            .formatted(DuckDb.files(files.paths()), !files.added().isEmpty());
    if (files.added().isEmpty()) {
      return read;
    }
    return files.added().stream()
        .map(
            name ->
                "nullif(%1$s, '%2$s')::%3$s as %1$s"
                    .formatted(DuckDb.name(name), MISSING, type(files, name)))
        .collect(Collectors.joining(", ", "(select * replace (", ") from %s)".formatted(read)));
  }

  private static String type(SourceFiles files, String added) {
    return files.isNumeric(added) ? "double" : "varchar";
  }

  private static String byPlace(
      SourceFile file, List<String> has, List<String> own, SourceFiles files) {
    List<String> cells = new ArrayList<>();
    for (String name : own) {
      int place = has.indexOf(name);
      cells.add("%s as c%s".formatted(place < 0 ? "null" : "f" + place, cells.size()));
    }
    for (String added : files.added()) {
      String cell = file.cells().getOrDefault(added, "");
      cells.add(
          "%s::%s as c%s"
              .formatted(
                  cell.isEmpty() ? "null" : DuckDb.literal(cell),
                  type(files, added),
                  cells.size()));
    }
    return "select %s from read_parquet(%s, hive_partitioning = false) t(%s)"
        .formatted(
            String.join(", ", cells),
            DuckDb.files(List.of(file.path())),
            IntStream.range(0, has.size())
                .mapToObj(i -> "f" + i)
                .collect(Collectors.joining(", ")));
  }
}
