// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.registry;

import com.google.protobuf.InvalidProtocolBufferException;
import io.otd.core.internal.savedmodel.proto.SignatureDefMap;
import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.internal.lifecycle.VersionUse;
import io.otd.serve.internal.servable.Caller;
import io.otd.serve.internal.servable.ServedModel;
import io.otd.serve.internal.servable.SignatureRunner;
import org.tensorflow.proto.SignatureDef;

/**
 * The right to use a version: it stays loaded until every lease is closed.
 *
 * @param id model and number of the version
 * @param offers the signatures of the version
 * @param runner runs its signatures
 * @param ending ends the use
 */
public record Lease(VersionId id, InspectedModel offers, SignatureRunner runner, Runnable ending)
    implements AutoCloseable {
  static Lease of(VersionUse<ServedModel> use) {
    return new Lease(use.version().id(), use.loaded().model(), use.loaded(), use::close);
  }

  /** The same for one request, whose runs end early if its caller goes. */
  public Lease by(Caller caller) {
    return new Lease(
        id,
        offers,
        (signature, inputs, outputs, any) -> runner.run(signature, inputs, outputs, caller),
        ending);
  }

  /** The definitions of the signatures that clients may request. */
  public SignatureDefMap definitions() {
    SignatureDefMap.Builder definitions = SignatureDefMap.newBuilder();
    offers
        .definitions()
        .forEach(
            (name, definition) -> {
              try {
                definitions.putSignatureDef(name, SignatureDef.parseFrom(definition));
              } catch (InvalidProtocolBufferException e) {
                throw new IllegalArgumentException(
                    "signature %s of %s: %s".formatted(name, id.model(), e.getMessage()), e);
              }
            });
    return definitions.build();
  }

  /** Releases the use; calling it twice is harmless. */
  @Override
  public void close() {
    ending.run();
  }
}
