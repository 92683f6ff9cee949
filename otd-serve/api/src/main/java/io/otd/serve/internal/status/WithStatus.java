// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.status;

/** A failure of a request, or of the loading of a version. */
public interface WithStatus {
  /** How it ended, not {@code OK}. */
  StatusCode code();
}
