// SPDX-License-Identifier: Apache-2.0
package io.otd.train.explanation;

/** Is told how far an explanation has come, and may stop it. */
@FunctionalInterface
public interface ExplanationProgress {
  /** Is told nothing and stops nothing. */
  ExplanationProgress NONE = (done, all) -> true;

  /**
   * Some more rows were predicted.
   *
   * @param done predictions so far
   * @param all predictions that there will be
   * @return whether to go on; if not, the explanation ends with a {@link
   *     java.util.concurrent.CancellationException}
   */
  boolean predicted(long done, long all);
}
