// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import io.otd.paper.experiment.Scale;
import io.otd.table.problem.InputException;
import java.util.Arrays;
import java.util.List;

/** The name of a scale on the command line. */
final class ScaleName {
  private ScaleName() {}

  /**
   * The scale of a name.
   *
   * @throws InputException if it is none of the scales
   */
  static Scale scale(String name, Scale... scales) {
    List<String> names = Arrays.stream(scales).map(Scale::label).toList();
    int index = names.indexOf(name);
    if (index < 0) {
      int last = names.size() - 1;
      throw new InputException(
          "--scale: %s (expected: %s or %s)"
              .formatted(name, String.join(", ", names.subList(0, last)), names.get(last)));
    }
    return scales[index];
  }
}
