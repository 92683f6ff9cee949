// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Platform;

/** Whether this process writes to a terminal. */
final class Terminal {
  private Terminal() {}

  private interface CLibrary extends Library {
    int isatty(int descriptor);
  }

  /** Whether a stream of this process (1: output, 2: errors) goes to a terminal. */
  static boolean is(int descriptor) {
    return !Platform.isWindows() && Native.load(CLibrary.class).isatty(descriptor) == 1;
  }
}
