// SPDX-License-Identifier: Apache-2.0
package io.otd.train.progress;

/** The loss or a parameter became NaN or infinite. The last good state is kept. */
public abstract class DivergedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param message what diverged, at which step
   */
  protected DivergedException(String message) {
    super(message);
  }
}
