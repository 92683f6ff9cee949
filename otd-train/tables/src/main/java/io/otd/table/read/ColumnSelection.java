// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.table.problem.ColumnNames;
import io.otd.table.problem.NearestName;
import io.otd.table.problem.Quoted;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

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

  /** Whether a column is read as texts even if all its cells are numbers: 01234 stays unchanged. */
  default boolean readsTexts(String name) {
    return false;
  }

  /** Whether a cell of a column must be a number or missing. */
  default boolean requiresNumbers(String name) {
    return false;
  }

  /** The same columns, some of them read as texts. */
  default ColumnSelection withTexts(Collection<String> names) {
    return new WithTexts(this, Set.copyOf(names));
  }

  /** Every column. */
  static ColumnSelection all() {
    return new Except(Set.of());
  }

  /**
   * All columns except some.
   *
   * @param ignored names that must be in the file
   */
  record Except(Set<String> ignored) implements ColumnSelection {
    /** Copies the names. */
    public Except {
      ignored = Set.copyOf(ignored);
    }

    @Override
    public boolean reads(String name) {
      return !ignored.contains(name);
    }

    @Override
    public List<String> problems(List<String> header) {
      return missing("ignored column", List.copyOf(ignored), header);
    }
  }

  /**
   * Named columns only.
   *
   * @param required names that must be in the file
   * @param optional names that are read if they exist
   */
  record Only(List<String> required, Set<String> optional) implements ColumnSelection {
    /** Copies the names. */
    public Only {
      required = List.copyOf(required);
      optional = Set.copyOf(optional);
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
   * Columns of which some are read as texts.
   *
   * @param columns to read
   * @param texts those that are texts; they need not be in the file
   */
  record WithTexts(ColumnSelection columns, Set<String> texts) implements ColumnSelection {
    /** Copies the names. */
    public WithTexts {
      texts = Set.copyOf(texts);
    }

    @Override
    public boolean reads(String name) {
      return columns.reads(name);
    }

    @Override
    public boolean readsTexts(String name) {
      return texts.contains(name);
    }

    @Override
    public List<String> problems(List<String> header) {
      return columns.problems(header);
    }
  }

  /**
   * Named columns whose kind is known; all must be in the file.
   *
   * @param names of the columns
   * @param texts those that are texts; the others are numbers
   */
  record Typed(List<String> names, Set<String> texts) implements ColumnSelection {
    /** Copies the names. */
    public Typed {
      names = List.copyOf(names);
      texts = Set.copyOf(texts);
    }

    @Override
    public boolean reads(String name) {
      return names.contains(name);
    }

    @Override
    public boolean readsTexts(String name) {
      return texts.contains(name);
    }

    @Override
    public boolean requiresNumbers(String name) {
      return reads(name) && !texts.contains(name);
    }

    @Override
    public List<String> problems(List<String> header) {
      return missing("column", names, header);
    }
  }

  private static List<String> missing(String what, List<String> names, List<String> header) {
    List<String> problems = new ArrayList<>();
    for (String name : names) {
      if (!header.contains(name)) {
        problems.add(
            "%s %s: not in the file (expected: one of %s%s)"
                .formatted(
                    what,
                    Quoted.of(name),
                    ColumnNames.quoted(header),
                    NearestName.hint(name, header)));
      }
    }
    return problems;
  }
}
