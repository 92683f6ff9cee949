// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.savedmodel;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Column names as names of inputs: identifiers, usable as keyword arguments in Python too. */
public final class ColumnIdentifiers {
  private static final Set<String> RESERVED =
      Set.of(
          ("False None True and as assert async await break class continue def del "
                  + "elif else except finally for from global if import in is lambda "
                  + "nonlocal not or pass raise return self try while with yield")
              .split(" "));

  private ColumnIdentifiers() {}

  /**
   * One identifier a column: its own name where that is one, else with an underscore for every
   * other character, and a number after it where two columns would get the same.
   *
   * @param columns unique names
   * @return unique identifiers, in the same order
   */
  public static List<String> of(List<String> columns) {
    Set<String> own = new HashSet<>();
    columns.stream().filter(name -> name.equals(identifier(name))).forEach(own::add);
    Set<String> taken = new HashSet<>(own);
    List<String> identifiers = new ArrayList<>();
    for (String column : columns) {
      String identifier = identifier(column);
      if (!own.contains(column)) {
        String base = identifier;
        for (int i = 2; !taken.add(identifier); i++) {
          identifier = base + "_" + i;
        }
      }
      identifiers.add(identifier);
    }
    return List.copyOf(identifiers);
  }

  private static String identifier(String column) {
    String plain = column.replaceAll("[^A-Za-z0-9]+", "_").replaceAll("^_+|_+$", "");
    if (column.matches("[A-Za-z][A-Za-z0-9_]*")) {
      plain = column;
    } else if (plain.isEmpty()) {
      plain = "column";
    } else if (Character.isDigit(plain.charAt(0))) {
      plain = "column_" + plain;
    }
    // A name that ends in _bytes means base64 in JSON.
    return RESERVED.contains(plain) || plain.endsWith("_bytes") ? plain + "_" : plain;
  }
}
