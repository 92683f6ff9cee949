// SPDX-License-Identifier: Apache-2.0
package io.otd.app.progress;

/** Shows the progress of a counted task; may be called from several threads. */
public interface CountProgress extends AutoCloseable {
  /**
   * Some more are done.
   *
   * @param count so far; a count smaller than an earlier one is ignored
   */
  void done(long count);

  @Override
  void close();
}
