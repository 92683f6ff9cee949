// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.registry;

import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.internal.servable.SignatureRunner;

/** The right to use a version: it stays loaded until every lease is closed. */
public interface Lease extends AutoCloseable {
  /** Model and number of the version. */
  VersionId id();

  /** The signatures of the version. */
  InspectedModel offers();

  /** Runs its signatures. */
  SignatureRunner runner();

  /** Releases the use; calling it twice is harmless. */
  @Override
  void close();
}
