// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.grpc;

import com.google.protobuf.Int64Value;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.savedmodel.proto.ModelSpec;
import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.registry.ModelReference;

/** The model that a request is for, and the one that answered. */
final class ModelSpecs {
  private ModelSpecs() {}

  static void require(boolean present) {
    if (!present) {
      throw ServingException.invalid("Missing ModelSpec");
    }
  }

  static ModelReference reference(ModelSpec spec) {
    return switch (spec.getVersionChoiceCase()) {
      case VERSION -> ModelReference.version(spec.getName(), spec.getVersion().getValue());
      case VERSION_LABEL -> ModelReference.label(spec.getName(), spec.getVersionLabel());
      case VERSIONCHOICE_NOT_SET -> ModelReference.latest(spec.getName());
    };
  }

  static ModelSpec of(VersionId id, String signature) {
    return of(id).toBuilder().setSignatureName(ServingNames.orDefault(signature)).build();
  }

  static ModelSpec of(VersionId id) {
    return ModelSpec.newBuilder()
        .setName(id.model())
        .setVersion(Int64Value.of(id.version()))
        .build();
  }
}
