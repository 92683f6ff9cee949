// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.inference;

import java.util.List;

/**
 * The answer of a classifier.
 *
 * @param answered by which model, version and signature
 * @param classes for each example its classes
 */
public record Classification(Answered answered, List<List<Scored>> classes) {
  /** Copies the lists. */
  public Classification {
    classes = classes.stream().map(List::copyOf).toList();
  }

  /**
   * A class.
   *
   * @param label empty if the model has none
   * @param score 0 if the model has none
   */
  public record Scored(String label, float score) {}
}
