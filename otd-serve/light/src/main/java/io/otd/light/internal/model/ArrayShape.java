// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.model;

import java.util.ArrayList;
import java.util.List;

/**
 * Name and size of a learned array in the trained model.
 *
 * @param name segments parted by '/'
 * @param size number of values, at least 1
 */
public record ArrayShape(String name, int size) {
  /**
   * The arrays of a stack of affine layers: of each a kernel {@code [inputs, outputs]} and a bias.
   *
   * @param prefix of the names
   * @param widths sizes from the input to the output, at least two
   */
  static List<ArrayShape> stack(String prefix, List<Integer> widths) {
    List<ArrayShape> shapes = new ArrayList<>();
    for (int i = 0; i + 1 < widths.size(); i++) {
      String name = prefix + "/" + i;
      shapes.add(
          new ArrayShape(name + "/kernel", Math.multiplyExact(widths.get(i), widths.get(i + 1))));
      shapes.add(new ArrayShape(name + "/bias", widths.get(i + 1)));
    }
    return shapes;
  }

  /**
   * Sizes from the input to the output.
   *
   * @throws IllegalArgumentException if one is below 1
   */
  static List<Integer> widths(int inputs, List<Integer> hidden, int outputs) {
    List<Integer> widths = new ArrayList<>();
    widths.add(inputs);
    widths.addAll(hidden);
    widths.add(outputs);
    for (int width : widths) {
      if (width < 1) {
        throw new IllegalArgumentException("widths: " + widths + " (expected: each >= 1)");
      }
    }
    return widths;
  }
}
