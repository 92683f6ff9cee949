// SPDX-License-Identifier: Apache-2.0
package io.otd.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.internal.files.ClassResource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the golden numbers of the test resources: values computed in double precision by another
 * implementation.
 */
public final class Golden {
  private Golden() {}

  /**
   * The tree of one file.
   *
   * @param name without folder and ending, such as {@code metrics}
   * @throws IllegalStateException if there is no such file
   */
  public static JsonNode read(String name) {
    String path = "/golden/" + name + ".json";
    try {
      return new ObjectMapper().readTree(ClassResource.bytes(Golden.class, path));
    } catch (IOException e) {
      throw new UncheckedIOException("golden file: " + path, e);
    }
  }

  /**
   * All numbers below a node, nested arrays in row-major order; a single number gives one value.
   *
   * @throws IllegalArgumentException if something else than a number is met
   */
  public static double[] doubles(JsonNode node) {
    List<Double> found = new ArrayList<>();
    collect(node, found);
    return found.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** {@link #doubles} rounded to single precision. */
  public static float[] floats(JsonNode node) {
    double[] values = doubles(node);
    float[] result = new float[values.length];
    for (int i = 0; i < values.length; i++) {
      result[i] = (float) values[i];
    }
    return result;
  }

  /** A nested array {@code [rows][columns]}; rows may differ in length. */
  public static double[][] matrix(JsonNode node) {
    double[][] result = new double[node.size()][];
    for (int i = 0; i < result.length; i++) {
      result[i] = doubles(node.get(i));
    }
    return result;
  }

  /** The elements of an array, or the values of an object in the order of the file. */
  public static List<JsonNode> list(JsonNode node) {
    List<JsonNode> result = new ArrayList<>();
    node.forEach(result::add);
    return result;
  }

  /** Lengths of a nested array from the outside in; empty for a single number. */
  public static int[] shape(JsonNode node) {
    List<Integer> sizes = new ArrayList<>();
    for (JsonNode at = node; at != null && at.isArray(); at = at.get(0)) {
      sizes.add(at.size());
    }
    return sizes.stream().mapToInt(Integer::intValue).toArray();
  }

  private static void collect(JsonNode node, List<Double> into) {
    if (node.isArray()) {
      node.forEach(child -> collect(child, into));
    } else if (node.isNumber()) {
      into.add(node.doubleValue());
    } else {
      throw new IllegalArgumentException("golden value: " + node + " (expected: a number)");
    }
  }
}
