// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.batching;

/** Receives the runs of one model. */
public interface BatchListener {
  /** Does nothing. */
  BatchListener NONE = new BatchListener() {};

  /**
   * A run begins.
   *
   * @param requests how many it answers
   * @param rows that requests sent, without those that fill the batch up; 1 for a request whose
   *     inputs have no rows in common
   */
  default void runs(String signature, int requests, long rows) {}

  /**
   * Requests of a signature are not joined from now on, since its answers depend on the other rows.
   *
   * @param signature its name
   */
  default void separates(String signature) {}
}
