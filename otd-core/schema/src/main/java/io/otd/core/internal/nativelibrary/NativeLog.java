// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.nativelibrary;

import com.sun.jna.Native;
import com.sun.jna.Platform;

/**
 * Keeps TensorFlow's library from writing remarks to standard error. Errors still appear.
 *
 * <p>The library has two logs. One reads the variable {@code TF_CPP_MIN_LOG_LEVEL} when the library
 * is loaded. The other, Abseil's, is not initialised by the library and then writes everything; no
 * exported function of the library changes that. {@link NativeErrors} filters it.
 *
 * @implNote Needs JNA, and for Abseil's log glibc. Without them nothing changes.
 */
public final class NativeLog {
  /** A system property: {@value #ALL} leaves all lines in. */
  public static final String PROPERTY = "otd.native.log";

  /** The value of {@link #PROPERTY} that leaves all lines in. */
  public static final String ALL = "all";

  private static final String LEVEL = "TF_CPP_MIN_LOG_LEVEL";

  /** Failures are thrown as exceptions; some messages that are called errors are not failures. */
  private static final String FATAL = "3";

  private NativeLog() {}

  /**
   * Leaves only errors in the log, for the rest of the process. To be called before the library is
   * loaded; further calls change nothing. If the user has set {@code TF_CPP_MIN_LOG_LEVEL} or
   * {@link #PROPERTY}, nothing changes either.
   *
   * @return whether informational messages are suppressed
   */
  public static boolean errorsOnly() {
    if (System.getenv(LEVEL) != null || isAll()) {
      return false;
    }
    try {
      return !Platform.isWindows() && Redirected.ERRORS.isInstalled();
    } catch (LinkageError e) { // no JNA, or its library could not be unpacked
      return false;
    }
  }

  private static boolean isAll() {
    return ALL.equals(System.getProperty(PROPERTY));
  }

  /** Once in a process. */
  private static final class Redirected {
    static final NativeErrors ERRORS = install();

    private static NativeErrors install() {
      LibC c = Native.load(LibC.class);
      c.setenv(LEVEL, FATAL, 0);
      return NativeErrors.filtered(c);
    }
  }
}
