// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.lifecycle;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.status.WithStatus;

/**
 * How a version is.
 *
 * @param version its number
 * @param state where it is on its way
 * @param code {@code OK}, or why it could not be loaded
 * @param message empty, or the same in words
 */
public record VersionStatus(long version, VersionState state, StatusCode code, String message) {
  /**
   * A version that could not be loaded.
   *
   * @param version its number
   * @param failure why
   */
  public static VersionStatus failed(long version, Throwable failure) {
    String message = failure.getMessage();
    return new VersionStatus(
        version, VersionState.END, code(failure), message == null ? failure.toString() : message);
  }

  private static StatusCode code(Throwable failure) {
    if (failure instanceof WithStatus known) {
      return known.code();
    }
    if (failure instanceof OutOfMemoryError) {
      return StatusCode.RESOURCE_EXHAUSTED;
    }
    return failure instanceof InvalidFileException ? StatusCode.DATA_LOSS : StatusCode.INTERNAL;
  }
}
