// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.fields;

import io.otd.table.internal.numpy.NpyArray;
import io.otd.table.internal.numpy.NpyFile;
import io.otd.table.internal.numpy.NpzFile;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Parametric fields in a file of {@code numpy.savez}: arrays {@code parameters [M, p]}, {@code
 * coordinates [G, c]}, {@code values [M, G, d_y]}, and the names {@code parameter_names [p]},
 * {@code coordinate_names [c]}, {@code value_names [d_y]}. Numbers are written in double precision,
 * as they were computed: what a network trains on is rounded where it is trained.
 */
public final class FieldsFile {
  private static final String PARAMETERS = "parameters";
  private static final String COORDINATES = "coordinates";
  private static final String VALUES = "values";
  private static final String PARAMETER_NAMES = "parameter_names";
  private static final String COORDINATE_NAMES = "coordinate_names";
  private static final String VALUE_NAMES = "value_names";
  private static final String TEST = "test";

  private FieldsFile() {}

  /**
   * Writes a file; it is either complete or absent.
   *
   * @param path of the file; an existing file is replaced
   * @param fields what it holds
   * @param more further arrays by name
   * @throws IOException if it cannot be written
   */
  public static void write(Path path, ParametricFields fields, Map<String, NpyArray> more)
      throws IOException {
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put(VALUES, NpyArray.doubles(fields.values(), fields.points(), fields.outputs()));
    arrays.put(VALUE_NAMES, NpyArray.texts(fields.valueNames()));
    arrays.putAll(more);
    write(path, fields.at(), arrays);
  }

  /**
   * Writes a file without values.
   *
   * @param path of the file; an existing file is replaced
   * @param points where fields are
   * @param more further arrays by name
   * @throws IOException if it cannot be written
   */
  public static void write(Path path, FieldPoints points, Map<String, NpyArray> more)
      throws IOException {
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put(PARAMETERS, NpyArray.doubles(points.parameters(), points.parameterNames().size()));
    arrays.put(
        COORDINATES, NpyArray.doubles(points.coordinates(), points.coordinateNames().size()));
    arrays.put(PARAMETER_NAMES, NpyArray.texts(points.parameterNames()));
    arrays.put(COORDINATE_NAMES, NpyArray.texts(points.coordinateNames()));
    arrays.putAll(more);
    NpzFile.write(path, arrays);
  }

  /**
   * Reads a file. Numbers may be in single or double precision; where p, c or d_y is 1, its axis
   * may be left out; names that are not there are made: {@code parameter_1} and so on.
   *
   * @throws InputException if it is not such a file, or its arrays do not fit together
   */
  public static ParametricFields read(Path path) {
    try (NpzFile file = NpzFile.open(path)) {
      return read(file);
    } catch (IllegalArgumentException e) {
      throw new InputException(path + ": " + e.getMessage());
    }
  }

  private static ParametricFields read(NpzFile file) {
    FieldPoints at = points(file);
    Block values = Block.read(file, VALUES, 3, "cases, points, values [M, G, d_y]");
    if (values.shape()[1] != at.points()) {
      throw new IllegalArgumentException(
          "values %s: %s points (expected: %s, as many as rows of coordinates)"
              .formatted(Arrays.toString(values.shape()), values.shape()[1], at.points()));
    }
    return new ParametricFields(
        at, names(file, VALUE_NAMES, "value_", values.shape()[2]), values.rows());
  }

  /**
   * Reads the points at which fields are requested; the file need not have values.
   *
   * @throws InputException as {@link #read(Path)}
   */
  public static FieldPoints points(Path path) {
    try (NpzFile file = NpzFile.open(path)) {
      return points(file);
    } catch (IllegalArgumentException e) {
      throw new InputException(path + ": " + e.getMessage());
    }
  }

  private static FieldPoints points(NpzFile file) {
    Block parameters = Block.read(file, PARAMETERS, 2, "cases, parameters [M, p]");
    Block coordinates = Block.read(file, COORDINATES, 2, "points, coordinates [G, c]");
    return new FieldPoints(
        names(file, PARAMETER_NAMES, "parameter_", parameters.shape()[1]),
        names(file, COORDINATE_NAMES, "coordinate_", coordinates.shape()[1]),
        parameters.rows(),
        coordinates.rows());
  }

  /**
   * The test cases that a file names in an array {@code test}, if it does.
   *
   * @param cases M
   * @return their numbers, from 0, in the order of the file
   * @throws InputException if they are not distinct integers below M, or if they are all M
   */
  public static Optional<int[]> testCases(Path path, int cases) {
    try (NpzFile file = NpzFile.open(path)) {
      if (!file.names().contains(TEST)) {
        return Optional.empty();
      }
      try (NpyFile array = file.array(TEST)) {
        int[] shape = array.shape();
        double[] numbers = shape.length == 1 ? array.next(shape[0]) : new double[0];
        int[] test = Arrays.stream(numbers).mapToInt(i -> (int) i).toArray();
        boolean sound =
            shape.length == 1
                && IntStream.range(0, test.length)
                    .allMatch(i -> test[i] == numbers[i] && test[i] >= 0 && test[i] < cases)
                && Arrays.stream(test).distinct().count() == test.length
                && test.length < cases;
        if (!sound) {
          throw new InputException(
              "%s: %s (expected: numbers of test cases, different, from 0 to %s, not all)"
                  .formatted(
                      array.name(),
                      shape.length == 1
                          ? Arrays.toString(numbers)
                          : "shape " + Arrays.toString(shape),
                      cases - 1));
        }
        return Optional.of(test);
      }
    }
  }

  /**
   * An array in memory.
   *
   * @param shape sizes of the axes
   * @param rows along the first axis
   */
  private record Block(int[] shape, double[][] rows) {
    static Block read(NpzFile file, String name, int axes, String expected) {
      try (NpyFile array = file.array(name)) {
        int[] found = array.shape();
        int[] shape = Arrays.copyOf(found, axes);
        if (found.length == axes - 1) {
          shape[axes - 1] = 1;
        } else if (found.length != axes) {
          throw wrong(array, expected);
        }
        if (Arrays.stream(shape).anyMatch(size -> size < 1)) {
          throw wrong(array, expected);
        }
        int width = IntStream.range(1, axes).map(axis -> shape[axis]).reduce(1, (a, b) -> a * b);
        double[][] rows = new double[shape[0]][];
        for (int i = 0; i < rows.length; i++) {
          rows[i] = array.next(width);
        }
        return new Block(shape, rows);
      }
    }

    private static InputException wrong(NpyFile array, String expected) {
      return new InputException(
          "%s: shape %s (expected: %s)"
              .formatted(array.name(), Arrays.toString(array.shape()), expected));
    }
  }

  private static List<String> names(NpzFile file, String name, String prefix, int count) {
    if (!file.names().contains(name)) {
      return IntStream.rangeClosed(1, count).mapToObj(i -> prefix + i).toList();
    }
    try (NpyFile array = file.array(name)) {
      int[] shape = array.shape();
      if (shape.length != 1 || shape[0] != count) {
        throw new InputException(
            "%s: shape %s (expected: [%s])".formatted(array.name(), Arrays.toString(shape), count));
      }
      return array.nextTexts(count);
    }
  }
}
