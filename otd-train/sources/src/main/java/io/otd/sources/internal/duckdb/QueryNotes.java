// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.duckdb;

import io.otd.table.source.OpenTable;
import io.otd.table.source.SourceColumn;
import io.otd.table.source.SourceNote;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Collects the notes on the columns of {@code data} that a query may use. */
final class QueryNotes {
  /** What a query leaves out, it does not use. */
  private static final Pattern EXCLUDED =
      Pattern.compile("(?i)\\bexclude\\s*(\\((\"[^\"]*\"|[^)\"]+)*+\\)|\"[^\"]*\"|\\w+)");

  /** Uses of columns that are not named: by patterns, by positions, or by names of the query's. */
  private static final Pattern UNNAMED =
      Pattern.compile(
          "(?i)\\bcolumns\\s*\\(|\\b(un)?pivot\\b|#\\d|\\bdata\\b\"?\\s+(as\\s+)?"
              + "(?!(where|group|having|window|qualify|order|limit|offset|using|on|join|union"
              + "|except|intersect)\\b)(\\w+|\"[^\"]*\")\\s*\\(");

  private final String query;
  private final boolean unnamed;
  private final List<SourceNote> notes = new ArrayList<>();
  private final Map<String, String> repeats = new LinkedHashMap<>();

  /** Begins without notes. */
  QueryNotes(String query) {
    this.query = EXCLUDED.matcher(query).replaceAll(" ");
    this.unnamed = UNNAMED.matcher(this.query).find();
  }

  /**
   * Takes a note.
   *
   * @param column of {@code data}, as the query names it
   * @param loses whether cells of the column are missing that were not
   */
  void add(String column, String text, boolean loses) {
    notes.add(new SourceNote(Optional.of(column), text, loses));
  }

  /** Takes a note on the file as a whole. */
  void add(String text) {
    notes.add(new SourceNote(Optional.empty(), text, false));
  }

  /**
   * Takes a column that was renamed because another has its name.
   *
   * @param column of {@code data}, as the query names it
   * @param written its name in the file
   */
  void repeat(String column, String written) {
    repeats.put(column, written);
  }

  /**
   * The result of the query with the notes on the columns that it uses.
   *
   * @param units of its columns; not used if there are fewer or more of them, as the columns of a
   *     pivot depend on the rows
   * @param rowNames names of the columns of the file that name rows
   */
  OpenTable on(OpenTable result, List<String> units, Set<String> rowNames) {
    boolean known = units.size() == result.columns().size();
    List<SourceColumn> columns = new ArrayList<>();
    for (SourceColumn column : result.columns()) {
      columns.add(known ? column.in(units.get(columns.size())) : column);
    }
    Set<String> kept =
        result.columns().stream().map(column -> column.name()).collect(Collectors.toSet());
    return new NotedTable(
        result,
        columns,
        rowNames,
        repeats,
        notes.stream()
            .filter(note -> names(note) || note.column().filter(kept::contains).isPresent())
            .map(note -> names(note) ? ofAny(note) : note)
            .toList());
  }

  /** Any column of the result may come from one that the query names. */
  private static SourceNote ofAny(SourceNote note) {
    return new SourceNote(Optional.empty(), note.text(), note.loses());
  }

  private boolean names(SourceNote note) {
    return unnamed
        || note.column().isEmpty()
        || Pattern.compile(
                "(?<!\\w)" + Pattern.quote(note.column().orElseThrow()) + "(?!\\w)",
                Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.UNICODE_CHARACTER_CLASS)
            .matcher(query)
            .find();
  }
}
