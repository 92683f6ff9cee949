// SPDX-License-Identifier: Apache-2.0
package io.otd.table.problem;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that the user probably meant. */
public final class NearestName {
  /** Fewer letters say little about what was meant. */
  private static final int SHORTEST = 3;

  private NearestName() {}

  /**
   * The known name with the smallest edit distance to a given one (optimal string alignment:
   * Levenshtein 1966, and swapped neighbours count once), case ignored; empty if even that differs
   * in half of the longer name's letters or more, without the group of both (up to the last dot). A
   * name that contains the other one counts as near.
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

  /**
   * From 0 (equal) to 1 (nothing in common). A group that both names share does not count, as in
   * {@code training.rate}, unless little is left; the group itself is not near.
   */
  private static double cost(String given, String candidate) {
    if (given.startsWith(candidate + ".")) {
      return 1;
    }
    int group = given.lastIndexOf('.') + 1;
    return group > 0
            && given.length() - group >= SHORTEST
            && candidate.startsWith(given.substring(0, group))
        ? costWithin(given.substring(group), candidate.substring(group))
        : costWithin(given, candidate);
  }

  private static double costWithin(String given, String candidate) {
    int longer = Math.max(given.length(), candidate.length());
    if (longer == 0) {
      return 0;
    }
    double cost = (double) distance(given, candidate) / longer;
    boolean whole =
        Math.min(given.length(), candidate.length()) >= SHORTEST
            && (candidate.contains(given) || given.contains(candidate));
    // Among names that contain the given one, the distance still prefers the shortest.
    return whole ? Math.min(cost, 0.25 + cost / 4) : cost;
  }

  /** Letters to insert, delete, replace or swap with the next to turn one text into the other. */
  static int distance(String a, String b) {
    int[][] edits = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        edits[i][j] = i == 0 || j == 0 ? i + j : edits(edits, a, i, b, j);
      }
    }
    return edits[a.length()][b.length()];
  }

  private static int edits(int[][] edits, String a, int i, String b, int j) {
    int replaced = edits[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int least = Math.min(replaced, 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, edits[i - 2][j - 2] + 1) : least;
  }
}
