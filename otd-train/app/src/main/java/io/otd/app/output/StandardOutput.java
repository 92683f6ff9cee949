// SPDX-License-Identifier: Apache-2.0
package io.otd.app.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Standard output, with the error that a {@link PrintStream} swallows. Texts are UTF-8, whatever
 * the terminal is.
 */
public final class StandardOutput extends PrintStream {
  private static final int FAILED = 1;
  private static final Path DESCRIPTOR = Path.of("/proc/self/fd/1");

  private final Remembering remembering;
  private final BooleanSupplier pipe;

  private StandardOutput(Remembering remembering, BooleanSupplier pipe) {
    super(remembering, false, StandardCharsets.UTF_8);
    this.remembering = remembering;
    this.pipe = pipe;
  }

  /** That of this process. */
  public static StandardOutput ofProcess() {
    return of(new FileOutputStream(FileDescriptor.out), StandardOutput::isPipe);
  }

  static StandardOutput of(OutputStream out, BooleanSupplier pipe) {
    return new StandardOutput(new Remembering(out), pipe);
  }

  /**
   * The exit code of the process, after everything was written.
   *
   * @param code the command's own
   * @param err hears why something was not written; nothing if nobody reads it any more, as {@code
   *     head} after its last line
   * @return 1 if something is missing
   */
  public int exitCode(int code, PrintStream err) {
    flush();
    IOException failure = remembering.failure;
    if (failure == null || isClosed(failure)) {
      return code;
    }
    err.println("otd: standard output: " + failure.getMessage());
    return code == 0 ? FAILED : code;
  }

  /** Errors of the system are in the user's language; a pipe can fail in this way alone. */
  private boolean isClosed(IOException failure) {
    String message = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
    return message.contains("pipe") || pipe.getAsBoolean();
  }

  private static boolean isPipe() {
    try {
      return Files.readSymbolicLink(DESCRIPTOR).toString().matches("(pipe|socket):.*");
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /** Writes nothing after the first error: what follows would stand in the wrong place. */
  private static final class Remembering extends OutputStream {
    private final OutputStream out;
    private @Nullable IOException failure;

    Remembering(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int count) throws IOException {
      if (failure != null) {
        throw failure;
      }
      try {
        out.write(bytes, from, count);
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }
  }
}
