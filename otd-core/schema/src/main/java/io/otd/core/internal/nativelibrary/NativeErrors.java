// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.nativelibrary;

import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A stream in place of the C library's {@code stderr} that leaves out Abseil's remarks. Each
 * message is one write, so none is truncated, and the last messages of a process are not lost.
 * Java's own output to standard error does not pass through it.
 *
 * @param writer held, since the C library holds nothing that the garbage collector would see
 */
record NativeErrors(LibC.@Nullable StreamWriter writer) {
  /**
   * Severity, month and day, as in {@code I0000 00:00:1795550802.069480}. Also the message of
   * Protocol Buffers about each cached compiled program: TensorFlow first tries to read it as text.
   */
  private static final Pattern REMARK =
      Pattern.compile(
          "[IW]\\d{4} |WARNING: All log messages before absl::InitializeLog"
              + "|\\[libprotobuf ERROR .*XlaSerializedCacheEntry");

  /** Longer than any of the beginnings above. */
  private static final int BEGINNING = 256;

  /** Replaces {@code stderr} where the C library can. */
  static NativeErrors filtered(LibC c) {
    if (!Platform.isLinux()) {
      return new NativeErrors(null);
    }
    LibC.StreamWriter writer =
        (cookie, data, size) -> isRemark(data, size) ? size : pass(c, data, size);
    LibC.CookieFunctions functions = new LibC.CookieFunctions();
    functions.write = writer;
    Pointer stream;
    try {
      stream = c.fopencookie(null, "w", functions);
    } catch (UnsatisfiedLinkError e) { // another C library
      return new NativeErrors(null);
    }
    if (stream == null || c.setvbuf(stream, null, LibC.UNBUFFERED, new NativeLong(0)) != 0) {
      return new NativeErrors(null);
    }
    NativeLibrary.getProcess().getGlobalVariableAddress("stderr").setPointer(0, stream);
    return new NativeErrors(writer);
  }

  boolean isInstalled() {
    return writer != null;
  }

  static boolean isRemark(String message) {
    return REMARK.matcher(message).lookingAt();
  }

  private static boolean isRemark(Pointer data, NativeLong size) {
    byte[] beginning = data.getByteArray(0, Math.min(size.intValue(), BEGINNING));
    return isRemark(new String(beginning, StandardCharsets.ISO_8859_1));
  }

  private static NativeLong pass(LibC c, Pointer data, NativeLong size) {
    return c.write(LibC.STDERR, data, size);
  }
}
