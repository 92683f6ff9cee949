// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.shipping;

import java.util.Arrays;
import java.util.Locale;

/** The engine that computes the predictions. */
public enum ScoringEngine {
  /**
   * Plain Java. It processes fewer rows at a time than those for which the predictor would use the
   * common pool, because a task has one thread.
   */
  LIGHT(16, ".bin"),
  /** TensorFlow. */
  TENSORFLOW(64, ".zip");

  private final int rows;
  private final String ending;

  ScoringEngine(int rows, String ending) {
    this.rows = rows;
    this.ending = ending;
  }

  /**
   * The engine of a name.
   *
   * @param name in any case
   * @throws IllegalArgumentException if there is none
   */
  public static ScoringEngine of(String name) {
    return Arrays.stream(values())
        .filter(engine -> engine.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "engine: %s (expected: light or tensorflow)".formatted(name)));
  }

  /** Rows that it is given at a time, at least 1. */
  public int rows() {
    return rows;
  }

  /** Suffix of its file name. */
  String ending() {
    return ending;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
