// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.inference;

import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.internal.servable.Caller;
import io.otd.serve.internal.servable.SignatureRunner;
import io.otd.serve.registry.Lease;

/**
 * A lease for one request, whose runs end early if its caller goes.
 *
 * @param lease of the version, closed with this one
 * @param caller that sent the request
 */
record RequestLease(Lease lease, Caller caller) implements Lease {
  @Override
  public VersionId id() {
    return lease.id();
  }

  @Override
  public InspectedModel offers() {
    return lease.offers();
  }

  @Override
  public SignatureRunner runner() {
    SignatureRunner runner = lease.runner();
    return (signature, inputs, outputs, any) -> runner.run(signature, inputs, outputs, caller);
  }

  @Override
  public void close() {
    lease.close();
  }
}
