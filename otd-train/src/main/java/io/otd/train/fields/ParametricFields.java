package io.otd.train.fields;

import java.util.HashSet;
import java.util.List;

/**
 * Fields that depend on parameters, each known at the same points. The arrays are not copied.
 *
 * @param parameterNames p of them, different
 * @param coordinateNames c of them, different
 * @param valueNames d_y of them, different
 * @param parameters {@code [M][p]}, one row a case; finite
 * @param coordinates {@code [G][c]}, one row a point; finite
 * @param values {@code [M][G * d_y]}, of each case point after point the d_y values there; finite
 */
public record ParametricFields(
    List<String> parameterNames,
    List<String> coordinateNames,
    List<String> valueNames,
    double[][] parameters,
    double[][] coordinates,
    double[][] values) {
  /**
   * Checks sizes and values.
   *
   * @throws IllegalArgumentException if they do not fit together, or something is not finite
   */
  public ParametricFields {
    parameterNames = names("parameter names", parameterNames);
    coordinateNames = names("coordinate names", coordinateNames);
    valueNames = names("value names", valueNames);
    requireMatrix("parameters", parameters, parameterNames.size());
    requireMatrix("coordinates", coordinates, coordinateNames.size());
    if (values.length != parameters.length) {
      throw new IllegalArgumentException(
          "values: %d cases (expected: %d, as many as rows of parameters)"
              .formatted(values.length, parameters.length));
    }
    requireMatrix("values", values, Math.multiplyExact(coordinates.length, valueNames.size()));
  }

  private static List<String> names(String what, List<String> names) {
    if (names.isEmpty()
        || names.stream().anyMatch(String::isBlank)
        || new HashSet<>(names).size() < names.size()) {
      throw new IllegalArgumentException(
          "%s: %s (expected: at least one, none empty, all different)".formatted(what, names));
    }
    return List.copyOf(names);
  }

  private static void requireMatrix(String what, double[][] rows, int columns) {
    if (rows.length == 0) {
      throw new IllegalArgumentException(what + ": no rows (expected: at least one)");
    }
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].length != columns) {
        throw new IllegalArgumentException(
            "%s, row %d: %d numbers (expected: %d)".formatted(what, i, rows[i].length, columns));
      }
      for (int j = 0; j < columns; j++) {
        if (!Double.isFinite(rows[i][j])) {
          throw new IllegalArgumentException(
              "%s, row %d, number %d: %s (expected: finite)".formatted(what, i, j, rows[i][j]));
        }
      }
    }
  }

  /** M. */
  public int cases() {
    return parameters.length;
  }

  /** G. */
  public int points() {
    return coordinates.length;
  }

  /** d_y. */
  public int outputs() {
    return valueNames.size();
  }

  /**
   * One number.
   *
   * @param index of the case, below M
   * @param point below G
   * @param output below d_y
   */
  public double value(int index, int point, int output) {
    return values[index][point * outputs() + output];
  }
}
