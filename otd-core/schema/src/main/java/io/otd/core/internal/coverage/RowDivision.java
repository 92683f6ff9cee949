// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.coverage;

import io.otd.core.internal.cell.CellNumber;
import io.otd.core.internal.text.NumberText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Rows divided by the cells of a column. Rows with a missing cell are a part of their own.
 *
 * @param column its name
 * @param names of the parts, each with at least one row
 * @param parts the part of each row, from 0, {@code [n]}
 * @param ranges whether the parts are ranges of numbers
 */
public record RowDivision(String column, List<String> names, int[] parts, boolean ranges) {
  /** Of more different numbers, fifths are made. */
  public static final int MOST_NUMBERS = 10;

  /** Of more different texts, the rarest are one part. */
  public static final int MOST_TEXTS = 20;

  private static final int FIFTHS = 5;

  /** Copies the names. */
  public RowDivision {
    names = List.copyOf(names);
  }

  /**
   * By texts, those of most rows first.
   *
   * @param cells {@code [n]}, the empty text for a missing one
   */
  public static RowDivision ofTexts(String column, List<String> cells) {
    Map<String, Long> counts =
        cells.stream().collect(Collectors.groupingBy(c -> c, TreeMap::new, Collectors.counting()));
    counts.remove("");
    List<String> texts =
        counts.keySet().stream()
            .sorted(Comparator.comparingLong(text -> -counts.getOrDefault(text, 0L)))
            .toList();
    Map<String, Integer> places = new HashMap<>();
    texts.forEach(text -> places.put(text, Math.min(places.size(), MOST_TEXTS)));
    return of(
        column,
        cells.stream().mapToInt(cell -> places.getOrDefault(cell, -1)).toArray(),
        part -> part < MOST_TEXTS ? texts.get(part) : "(all others)",
        false);
  }

  /**
   * By numbers, ascending; equal ones are in the same part.
   *
   * @param cells {@code [n]}, NaN for a missing one
   */
  public static RowDivision ofNumbers(String column, double[] cells) {
    double[] ascending = Arrays.stream(cells).filter(v -> !Double.isNaN(v)).sorted().toArray();
    double[] distinct = Arrays.stream(ascending).distinct().toArray();
    boolean few = distinct.length <= MOST_NUMBERS;
    double[] starts = few ? distinct : startsOfFifths(ascending);
    return of(
        column,
        Arrays.stream(cells).mapToInt(v -> part(starts, v)).toArray(),
        part -> {
          double[] own = Arrays.stream(distinct).filter(v -> part(starts, v) == part).toArray();
          return own.length == 1
              ? CellNumber.of(own[0])
              : "%s to %s"
                  .formatted(NumberText.brief(own[0]), NumberText.brief(own[own.length - 1]));
        },
        !few);
  }

  private static double[] startsOfFifths(double[] ascending) {
    return IntStream.range(0, FIFTHS)
        .mapToDouble(fifth -> ascending[(int) ((long) fifth * ascending.length / FIFTHS)])
        .distinct()
        .toArray();
  }

  /** The last part that starts at a number or below it; -1 for NaN. */
  private static int part(double[] starts, double value) {
    int part = -1;
    while (part + 1 < starts.length && starts[part + 1] <= value) {
      part++;
    }
    return part;
  }

  /**
   * A division.
   *
   * @param numbered the part of each row; -1 where the cell is missing
   * @param name of a part that has rows
   * @param ranges whether the parts are ranges of numbers
   */
  private static RowDivision of(
      String column, int[] numbered, IntFunction<String> name, boolean ranges) {
    List<Integer> used =
        new ArrayList<>(
            Arrays.stream(numbered).filter(p -> p >= 0).distinct().sorted().boxed().toList());
    List<String> names = new ArrayList<>(used.stream().map(name::apply).toList());
    if (Arrays.stream(numbered).anyMatch(p -> p < 0)) {
      used.add(-1);
      names.add("(missing)");
    }
    return new RowDivision(
        column, names, Arrays.stream(numbered).map(p -> used.indexOf(p)).toArray(), ranges);
  }
}
