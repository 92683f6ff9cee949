// SPDX-License-Identifier: Apache-2.0
package io.otd.app.command;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Platform;

/** Whether this process writes to a terminal. */
public final class Terminal {
  private Terminal() {}

  private interface CLibrary extends Library {
    int isatty(int descriptor);
  }

  /** Whether a stream of this process (1: output, 2: errors) goes to a terminal. */
  public static boolean is(int descriptor) {
    return !Platform.isWindows() && Native.load(CLibrary.class).isatty(descriptor) == 1;
  }
}
