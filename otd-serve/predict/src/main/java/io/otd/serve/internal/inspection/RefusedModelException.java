// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.status.WithStatus;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A model that may be well-formed but is not loaded: it could do more than compute, or is too big.
 */
public final class RefusedModelException extends IOException implements WithStatus {
  private static final long serialVersionUID = 1;

  /**
   * Names the model and the reason.
   *
   * @param reason what it holds
   */
  public RefusedModelException(Path directory, String reason) {
    super(directory + ": refused: " + reason);
  }

  @Override
  public StatusCode code() {
    return StatusCode.PERMISSION_DENIED;
  }
}
