// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

/** Scores parameters on rows that are not trained on; lower is better. */
@FunctionalInterface
public interface Validation extends AutoCloseable {
  /**
   * The score.
   *
   * @param parameters {@code [P]}
   */
  double score(float[] parameters);

  /** Releases its resources. */
  @Override
  default void close() {}
}
