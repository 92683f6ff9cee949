// SPDX-License-Identifier: Apache-2.0
package io.otd.train.progress;

/** Shows the progress of several parallel runs; called from several threads. */
public interface RunsProgress extends AutoCloseable {
  /**
   * A listener for a run that begins.
   *
   * @param run its name
   */
  TrainingListener listener(String run);

  /**
   * Reports how a run ended that does not notify its listener.
   *
   * @param how in words
   */
  void ended(String run, String how);

  @Override
  void close();
}
