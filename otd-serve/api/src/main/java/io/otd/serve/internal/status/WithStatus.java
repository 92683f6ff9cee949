// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.status;

/** A failure that says how the request, or the loading of a version, ended. */
public interface WithStatus {
  /** How it ended, not {@code OK}. */
  StatusCode code();
}
