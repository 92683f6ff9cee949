// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.core.schema.TableSchema;
import io.otd.table.problem.ColumnNames;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Selects the columns of a file to read; cells of the others are ignored. */
public sealed interface ColumnSelection {
  /** Whether a column of the file is read. */
  boolean reads(String name);

  /**
   * Problems of the selection for a file, empty if there are none.
   *
   * @param header names of the file's columns
   */
  List<String> problems(List<String> header);

  /** How the cells of a column are read. */
  default ColumnReading kind(String name) {
    return ColumnReading.INFERRED;
  }

  /**
   * Whether a cell that no column may hold, such as an infinite number, is missing and named in a
   * note instead of an error.
   */
  default boolean forgives() {
    return false;
  }

  /** The unit that the numbers of a column have in a model; empty if no model knows the column. */
  default Optional<String> unit(String name) {
    return Optional.empty();
  }

  /** Columns to predict: another column of such a name may not be read. */
  default Set<String> targets() {
    return Set.of();
  }

  /** Every column. */
  static ColumnSelection all() {
    return new Except(Set.of());
  }

  /** Every column, to show what is in it: bad cells are missing, and named in notes. */
  static ColumnSelection toShow() {
    return new Except(Set.of(), Set.of(), Map.of(), true);
  }

  /**
   * All columns except some.
   *
   * @param ignored names that must be in the file
   * @param targets names of the columns to predict; they need not be in the file
   * @param kinds how some of the others are read, by name; they need not be in the file
   * @param forgives whether a cell that no column may hold is missing
   */
  record Except(
      Set<String> ignored, Set<String> targets, Map<String, ColumnReading> kinds, boolean forgives)
      implements ColumnSelection {
    /** Copies the names. */
    public Except {
      ignored = Collections.unmodifiableSet(new LinkedHashSet<>(ignored));
      targets = Set.copyOf(targets);
      kinds = Map.copyOf(kinds);
    }

    /** The cells of the others show how they are read. */
    public Except(Set<String> ignored) {
      this(ignored, Set.of(), Map.of(), false);
    }

    @Override
    public boolean reads(String name) {
      return !ignored.contains(name);
    }

    @Override
    public ColumnReading kind(String name) {
      return kinds.getOrDefault(name, ColumnReading.INFERRED);
    }

    @Override
    public List<String> problems(List<String> header) {
      return missing("data.ignore", List.copyOf(ignored), header);
    }
  }

  /**
   * Named columns only.
   *
   * @param required names that must be in the file
   * @param optional names that are read if they exist
   * @param kinds how some of them are read, by name
   */
  record Only(List<String> required, Set<String> optional, Map<String, ColumnReading> kinds)
      implements ColumnSelection {
    /** Copies the names. */
    public Only {
      required = List.copyOf(required);
      optional = Set.copyOf(optional);
      kinds = Map.copyOf(kinds);
    }

    /** Their cells show how they are read. */
    public Only(List<String> required, Set<String> optional) {
      this(required, optional, Map.of());
    }

    @Override
    public ColumnReading kind(String name) {
      return kinds.getOrDefault(name, ColumnReading.INFERRED);
    }

    @Override
    public boolean reads(String name) {
      return required.contains(name) || optional.contains(name);
    }

    @Override
    public List<String> problems(List<String> header) {
      return missing("column", required, header);
    }
  }

  /**
   * Named columns whose kind is known.
   *
   * @param names of the columns, which must be in the file
   * @param optional names that are read if they exist, as texts unless another kind is known
   * @param texts how those that are not numbers are read, by name
   * @param units of numbers, by name; an empty one for none
   * @param options that name some of the columns, by name, for messages
   */
  record Typed(
      List<String> names,
      Set<String> optional,
      Map<String, ColumnReading> texts,
      Map<String, String> units,
      Map<String, String> options)
      implements ColumnSelection {
    /** Copies the names and kinds. */
    public Typed {
      names = List.copyOf(names);
      optional = Set.copyOf(optional);
      texts = Map.copyOf(texts);
      units = Map.copyOf(units);
      options = Map.copyOf(options);
    }

    /** No option names any. */
    public Typed(
        List<String> names,
        Set<String> optional,
        Map<String, ColumnReading> texts,
        Map<String, String> units) {
      this(names, optional, texts, units, Map.of());
    }

    /** All must be in the file; numbers may have any unit. */
    public Typed(List<String> names, Map<String, ColumnReading> texts) {
      this(names, Set.of(), texts, Map.of());
    }

    /** The inputs of a model, which must be in the file. */
    public static Typed inputs(TableSchema schema) {
      return of(schema.inputNames(), schema);
    }

    /** The inputs of a model and its targets, which must be in the file. */
    public static Typed scored(TableSchema schema) {
      return of(
          Stream.of(schema.inputNames(), schema.targetNames()).flatMap(List::stream).toList(),
          schema);
    }

    private static Typed of(List<String> names, TableSchema schema) {
      return new Typed(names, Set.of(), ColumnReading.ofTexts(schema), schema.units());
    }

    /**
     * With one more column that must be in the file; the same if it must be already. One that is
     * read already keeps its kind.
     *
     * @param option that names it, for messages
     */
    public Typed with(String option, String name, ColumnReading kind) {
      if (names.contains(name)) {
        return this;
      }
      Set<String> others = new HashSet<>(optional);
      others.remove(name);
      return new Typed(
          Stream.concat(names.stream(), Stream.of(name)).toList(),
          others,
          with(texts, name, reads(name) ? kind(name) : kind),
          units,
          with(options, name, option));
    }

    /** With one more column that is read if it exists; the same if it is read already. */
    public Typed withOptional(String name, ColumnReading kind) {
      if (reads(name)) {
        return this;
      }
      Set<String> more = new HashSet<>(optional);
      more.add(name);
      return new Typed(names, more, with(texts, name, kind), units, options);
    }

    private static <V> Map<String, V> with(Map<String, V> values, String name, V value) {
      Map<String, V> more = new HashMap<>(values);
      more.put(name, value);
      return more;
    }

    @Override
    public Optional<String> unit(String name) {
      return Optional.ofNullable(units.get(name));
    }

    @Override
    public boolean reads(String name) {
      return names.contains(name) || optional.contains(name);
    }

    @Override
    public ColumnReading kind(String name) {
      ColumnReading usual = names.contains(name) ? ColumnReading.NUMBER : ColumnReading.TEXT;
      return texts.getOrDefault(name, usual);
    }

    @Override
    public List<String> problems(List<String> header) {
      return names.stream()
          .flatMap(
              name -> missing(options.getOrDefault(name, "column"), List.of(name), header).stream())
          .toList();
    }
  }

  private static List<String> missing(String what, List<String> names, List<String> header) {
    return ColumnNames.unknown(what, names, header, "in the table");
  }
}
