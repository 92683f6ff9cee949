// SPDX-License-Identifier: Apache-2.0
package io.otd.table.problem;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that the user probably meant. */
public final class NearestName {
  private NearestName() {}

  /**
   * The known name with the smallest edit distance (Levenshtein 1966) to a given one, case ignored;
   * empty if even that differs in half of the longer name's letters or more. A name that contains
   * the other one counts as near.
   *
   * @param name the given name
   * @param known the existing names, possibly none
   */
  public static Optional<String> to(String name, Collection<String> known) {
    String given = name.toLowerCase(Locale.ROOT).strip();
    String best = null;
    double bestCost = Double.POSITIVE_INFINITY;
    for (String candidate : known) {
      double cost = cost(given, candidate.toLowerCase(Locale.ROOT));
      if (cost < bestCost) {
        bestCost = cost;
        best = candidate;
      }
    }
    return bestCost < 0.5 ? Optional.ofNullable(best) : Optional.empty();
  }

  /** As {@link #to}, as the end of a message: {@code "; did you mean "x"?"} or nothing. */
  public static String hint(String name, Collection<String> known) {
    return to(name, known).map(n -> "; did you mean " + Quoted.of(n) + "?").orElse("");
  }

  /** From 0 (equal) to 1 (nothing in common). */
  private static double cost(String given, String candidate) {
    int longer = Math.max(given.length(), candidate.length());
    if (longer == 0) {
      return 0;
    }
    double cost = (double) distance(given, candidate) / longer;
    boolean whole =
        Math.min(given.length(), candidate.length()) >= 3
            && (candidate.contains(given) || given.contains(candidate));
    // Among names that contain the given one, the distance still prefers the shortest.
    return whole ? Math.min(cost, 0.25 + cost / 4) : cost;
  }

  /** Letters to insert, delete or replace to turn one text into the other. */
  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    Arrays.setAll(row, j -> j);
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
