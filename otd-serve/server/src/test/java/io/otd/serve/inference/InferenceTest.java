// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.inspection.OtdDescription;
import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.registry.Lease;
import io.otd.serve.registry.NoModels;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Which signatures clients may name. */
class InferenceTest {
  private static final InspectedModel.Signature ANY =
      new InspectedModel.Signature(
          "tensorflow/serving/predict", Map.of(), Map.of(), OptionalInt.empty());

  private final Inference inference = NoModels.inference();

  @Test
  void an_internally_added_signature_is_hidden_from_clients() {
    InspectedModel one =
        new InspectedModel(
            Map.of("own", ANY, "added", ANY), Map.of("own", ByteString.EMPTY), OtdDescription.NONE);
    Lease lease =
        new Lease(
            new VersionId("m", 1), one, (signature, inputs, outputs, caller) -> Map.of(), () -> {});
    assertThat(inference.predict(lease, "own", Map.of(), List.of())).isEmpty();
    assertThatThrownBy(() -> inference.predict(lease, "added", Map.of(), List.of()))
        .isInstanceOfSatisfying(
            ServingException.class,
            e -> assertThat(e.code()).isEqualTo(StatusCode.FAILED_PRECONDITION))
        .hasMessage("Serving signature key \"added\" not found.");
    HostTensor examples = HostTensor.of(new float[1], 1);
    assertThatThrownBy(() -> inference.classify(lease, "added", examples))
        .hasMessage("No signature was found with the name: added");
    assertThatThrownBy(() -> inference.regress(lease, "added", examples))
        .hasMessage("No signature was found with the name: added");
  }
}
