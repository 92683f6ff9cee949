// SPDX-License-Identifier: Apache-2.0
package io.otd.train.explanation;

/** Receives the progress of an explanation, and may stop it. */
@FunctionalInterface
public interface ExplanationProgress {
  /** Ignores the progress and stops nothing. */
  ExplanationProgress NONE = (done, all) -> true;

  /**
   * More rows were predicted.
   *
   * @param done predictions so far
   * @param all total number of predictions
   * @return whether to continue; if not, the explanation ends with a {@link
   *     java.util.concurrent.CancellationException}
   */
  boolean predicted(long done, long all);
}
