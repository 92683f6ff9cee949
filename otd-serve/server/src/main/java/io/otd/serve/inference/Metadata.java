// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.inference;

import com.google.protobuf.InvalidProtocolBufferException;
import io.otd.core.internal.savedmodel.proto.SignatureDefMap;
import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.lifecycle.VersionId;
import org.tensorflow.proto.SignatureDef;

/**
 * The signatures of a version.
 *
 * @param id its model and number
 * @param offers its signatures
 */
public record Metadata(VersionId id, InspectedModel offers) {
  /** The signatures of the model. */
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
}
