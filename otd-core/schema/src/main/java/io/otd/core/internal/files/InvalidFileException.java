// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.files;

import java.io.IOException;
import java.nio.file.Path;

/** A file that is not what it should be: missing, truncated, damaged, or of another kind. */
public final class InvalidFileException extends IOException {
  private static final long serialVersionUID = 1;

  /**
   * Names the file and what is wrong with it.
   *
   * @param file the file or directory
   * @param problem what is wrong
   */
  public InvalidFileException(Path file, String problem) {
    super(file + ": " + problem);
  }

  /**
   * The same, with its cause.
   *
   * @param file the file or directory
   * @param problem what is wrong
   * @param cause what found it
   */
  public InvalidFileException(Path file, String problem, Throwable cause) {
    super(file + ": " + problem, cause);
  }
}
