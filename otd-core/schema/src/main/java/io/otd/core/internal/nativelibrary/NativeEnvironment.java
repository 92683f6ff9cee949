// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.nativelibrary;

import com.sun.jna.Native;
import com.sun.jna.Platform;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The environment variables of this process as native libraries see them. TensorFlow's library
 * reads its own once, at its first use.
 */
public final class NativeEnvironment {
  private final LibC c;

  private NativeEnvironment(LibC c) {
    this.c = c;
  }

  /**
   * The environment.
   *
   * @return nothing on Windows, and where JNA is absent or cannot unpack or load its library
   */
  public static Optional<NativeEnvironment> ofProcess() {
    try {
      return Platform.isWindows()
          ? Optional.empty()
          : Optional.of(new NativeEnvironment(Native.load(LibC.class)));
    } catch (LinkageError e) {
      return Optional.empty();
    }
  }

  /** Sets a variable, unless the user has set it. */
  public void setIfAbsent(String name, String value) {
    c.setenv(name, value, 0);
  }

  /** The value of a variable; null if it is not set. */
  public @Nullable String get(String name) {
    return c.getenv(name);
  }
}
