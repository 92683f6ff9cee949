// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.build;

import io.otd.table.problem.Quoted;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The names of a table's columns, by one rule for all formats: without blanks around them, in
 * Unicode's form NFC, {@code column_3} for the third if it has none, and {@code x_2} for the second
 * {@code x}. Names that differ only in case are different.
 *
 * @param names of the columns, all different
 * @param repeats the names as they are written of columns that were renamed, by their names here
 * @param notes for the user on names that were changed because another column has them
 */
public record ColumnNaming(List<String> names, Map<String, String> repeats, List<String> notes) {
  /** Copies the collections. */
  public ColumnNaming {
    names = List.copyOf(names);
    repeats = Collections.unmodifiableMap(new LinkedHashMap<>(repeats));
    notes = List.copyOf(notes);
  }

  /**
   * Names columns.
   *
   * @param table its name, for the notes
   * @param written the names as they are written, in the order of the columns
   */
  public static ColumnNaming of(String table, List<String> written) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < written.size(); i++) {
      String name = plain(written.get(i));
      names.add(name.isEmpty() ? "column_" + (i + 1) : name);
    }
    Set<String> taken = new HashSet<>(names);
    Set<String> seen = new HashSet<>();
    Map<String, String> repeats = new LinkedHashMap<>();
    List<String> notes = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (!seen.add(name)) {
        String free = free(name, taken);
        taken.add(free);
        names.set(i, free);
        repeats.put(free, name);
        notes.add(
            "%s: column name %s appears again; column %s is called %s"
                .formatted(table, Quoted.of(name), i + 1, Quoted.of(free)));
      }
    }
    return new ColumnNaming(names, repeats, notes);
  }

  private static String free(String name, Set<String> taken) {
    int number = 2;
    while (taken.contains(name + "_" + number)) {
      number++;
    }
    return name + "_" + number;
  }

  /** A name without blanks around it, also those that do not break, in form NFC. */
  public static String plain(String name) {
    int from = 0;
    int to = name.length();
    while (from < to && isBlank(name.charAt(from))) {
      from++;
    }
    while (from < to && isBlank(name.charAt(to - 1))) {
      to--;
    }
    return Normalizer.normalize(name.substring(from, to), Normalizer.Form.NFC);
  }

  private static boolean isBlank(char c) {
    return c <= ' ' || Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '\uFEFF';
  }
}
