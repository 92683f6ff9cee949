// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.openinference;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.Arrays;
import java.util.List;

/** The shape of an input declared in a request. */
public final class InferShape {
  /** Maximum number of dimensions of a tensor in a request, of the 254 that TensorFlow supports. */
  private static final int MAX_RANK = 64;

  /**
   * Maximum product of the other sizes if one is 0: a graph may compute something from them that
   * does not fit into memory.
   */
  private static final long MOST_PROMISED = 1L << 26;

  private InferShape() {}

  /**
   * Number of elements of an input.
   *
   * @param input its name, for error messages
   * @param shape its sizes; none for a scalar
   * @throws ServingException INVALID_ARGUMENT, if a size is negative, or there are too many sizes
   *     or elements
   */
  public static int elements(String input, long... shape) {
    if (shape.length > MAX_RANK) {
      throw refusal(input, "%s sizes (expected: at most %s)".formatted(shape.length, MAX_RANK));
    }
    long elements;
    long promised;
    try {
      elements = HostTensor.elements(shape);
      promised = HostTensor.elements(Arrays.stream(shape).map(size -> Math.max(size, 1)).toArray());
    } catch (IllegalArgumentException e) {
      throw refusal(input, String.valueOf(e.getMessage()));
    }
    if (elements > Integer.MAX_VALUE || (elements == 0 && promised > MOST_PROMISED)) {
      throw refusal(
          input,
          "shape %s (expected: at most %s elements)"
              .formatted(
                  Arrays.toString(shape), elements == 0 ? MOST_PROMISED : Integer.MAX_VALUE));
    }
    return (int) elements;
  }

  /**
   * Checks that the number of elements matches the shape.
   *
   * @param input its name, for error messages
   * @param given how many there are
   */
  public static void requireElements(String input, long given, long... shape) {
    int expected = elements(input, shape);
    if (given != expected) {
      throw refusal(
          input,
          "%s elements (expected: %s, of the shape %s)"
              .formatted(given, expected, Arrays.toString(shape)));
    }
  }

  /** Whether a tensor has a shape that is declared. */
  static boolean fits(HostTensor tensor, List<Long> declared) {
    if (tensor.rank() != declared.size()) {
      return false;
    }
    for (int axis = 0; axis < tensor.rank(); axis++) {
      if (declared.get(axis) >= 0 && declared.get(axis) != tensor.size(axis)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The error for an input.
   *
   * @param reason what it is, and what was expected
   */
  public static ServingException refusal(String input, String reason) {
    return ServingException.invalid("input \"%s\": %s".formatted(input, reason));
  }
}
