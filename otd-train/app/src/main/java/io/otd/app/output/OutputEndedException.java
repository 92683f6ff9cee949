// SPDX-License-Identifier: Apache-2.0
package io.otd.app.output;

import java.io.IOException;

/** Ends a command whose standard output takes nothing more; {@link StandardOutput} knows why. */
public final class OutputEndedException extends IOException {
  private static final long serialVersionUID = 1;

  /** Nothing more can be written. */
  public OutputEndedException() {
    super("standard output: closed before everything was written");
  }
}
