// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.inference;

import io.otd.core.internal.savedmodel.proto.RegressionResult;
import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.servable.SignatureRunner;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A signature that computes a number for each example.
 *
 * @param name of the signature
 */
record Regressor(String name) {
  private static final String METHOD = "tensorflow/serving/regress";
  private static final String OUTPUTS = "outputs";

  static Regressor of(InspectedModel model, String name) {
    InspectedModel.Signature signature = ExampleSignatures.find(model, name, "regression", METHOD);
    if (signature.outputs().size() != 1) {
      throw ServingException.invalid("Expected one output Tensor.");
    }
    if (!signature.outputs().containsKey(OUTPUTS)) {
      throw new ServingException(
          StatusCode.FAILED_PRECONDITION, "No regression outputs found in SignatureDef: " + name);
    }
    return new Regressor(name);
  }

  RegressionResult run(SignatureRunner runner, HostTensor examples) {
    ExampleSignatures.requireSome(examples);
    HostTensor output =
        runner
            .run(name, Map.of(ExampleSignatures.INPUTS, examples), List.of(OUTPUTS))
            .values()
            .iterator()
            .next();
    if (!(output.rank() == 1 || (output.rank() == 2 && output.size(1) == 1))) {
      throw ServingException.invalid(
          "Expected output Tensor shape to be either [batch_size] or [batch_size, 1] but got %s"
              .formatted(Arrays.toString(output.shape())));
    }
    if (output.size(0) != examples.elements()) {
      throw ServingException.invalid(
          "Input batch size did not match output batch size: %s vs. %s"
              .formatted(examples.elements(), output.size(0)));
    }
    if (output.type() != ElementType.FLOAT) {
      throw ServingException.invalid(
          "Expected output Tensor of DT_FLOAT.  Got: %s".formatted(output.type().protoName()));
    }
    RegressionResult.Builder result = RegressionResult.newBuilder();
    for (float value : output.floats()) {
      result.addRegressionsBuilder().setValue(value);
    }
    return result.build();
  }
}
