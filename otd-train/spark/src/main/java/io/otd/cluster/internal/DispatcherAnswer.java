// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster.internal;

import java.util.Optional;

/**
 * A line of the application of Spark, among others that are not ours: a mark, the kind, the order
 * and what went wrong.
 *
 * @param kind of the line
 * @param order folder of the order, or empty
 * @param message what went wrong, or empty
 */
record DispatcherAnswer(Kind kind, String order, String message) {
  private static final String MARK = "otd";

  /** The answer. */
  enum Kind {
    READY,
    DONE,
    LOST
  }

  static Optional<DispatcherAnswer> of(String line) {
    String[] parts = line.split("\t", -1);
    return parts.length == 4 && parts[0].equals(MARK)
        ? Optional.of(new DispatcherAnswer(Kind.valueOf(parts[1]), parts[2], parts[3]))
        : Optional.empty();
  }

  String line() {
    return String.join("\t", MARK, kind.name(), order, message.replaceAll("\\s+", " "));
  }
}
