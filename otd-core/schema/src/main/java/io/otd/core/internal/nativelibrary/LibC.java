// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.nativelibrary;

import com.sun.jna.Callback;
import com.sun.jna.Library;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import org.jspecify.annotations.Nullable;

/** The functions of the C library that are needed here. */
interface LibC extends Library {
  /** Standard error. */
  int STDERR = 2;

  /** {@code setvbuf}'s mode in which each write goes through at once. */
  int UNBUFFERED = 2;

  int setenv(String name, String value, int overwrite);

  @Nullable String getenv(String name);

  NativeLong write(int file, Pointer data, NativeLong size);

  int setvbuf(Pointer stream, @Nullable Pointer buffer, int mode, NativeLong size);

  /** A function of glibc: a stream whose bytes go to a function. */
  @Nullable Pointer fopencookie(@Nullable Pointer cookie, String mode, CookieFunctions functions);

  /** Takes the bytes that are written to a stream; returns how many it took. */
  interface StreamWriter extends Callback {
    NativeLong invoke(@Nullable Pointer cookie, Pointer data, NativeLong size);
  }

  /** {@code cookie_io_functions_t}. */
  @Structure.FieldOrder({"read", "write", "seek", "close"})
  final class CookieFunctions extends Structure implements Structure.ByValue {
    public @Nullable Pointer read;
    public @Nullable StreamWriter write;
    public @Nullable Pointer seek;
    public @Nullable Pointer close;
  }
}
