// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.registry;

import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.internal.lifecycle.VersionUse;
import io.otd.serve.internal.servable.ServedModel;
import io.otd.serve.internal.servable.SignatureRunner;

/** The lease of one user. */
record VersionLease(VersionUse<ServedModel> use) implements Lease {
  @Override
  public VersionId id() {
    return use.version().id();
  }

  @Override
  public InspectedModel offers() {
    return use.loaded().model();
  }

  @Override
  public SignatureRunner runner() {
    return use.loaded();
  }

  @Override
  public void close() {
    use.close();
  }
}
