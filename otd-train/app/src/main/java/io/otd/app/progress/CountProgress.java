// SPDX-License-Identifier: Apache-2.0
package io.otd.app.progress;

/** Shows how far something has come that is counted; may be told from several threads. */
public interface CountProgress extends AutoCloseable {
  /**
   * Some more are done.
   *
   * @param count so far; one that is smaller than one told before is left out
   */
  void done(long count);

  @Override
  void close();
}
