// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.inference;

import io.otd.core.internal.savedmodel.proto.ClassificationResult;
import io.otd.core.internal.savedmodel.proto.Classifications;
import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.servable.SignatureRunner;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A signature that classifies examples.
 *
 * @param name of the signature
 * @param outputs which of the two it has
 */
record Classifier(String name, List<String> outputs) {
  private static final String METHOD = "tensorflow/serving/classify";
  private static final String CLASSES = "classes";
  private static final String SCORES = "scores";

  static Classifier of(InspectedModel model, String name) {
    InspectedModel.Signature signature =
        ExampleSignatures.find(model, name, "classification", METHOD);
    int outputs = signature.outputs().size();
    if (outputs != 1 && outputs != 2) {
      throw ServingException.invalid(
          "Expected one or two output Tensors, found %s".formatted(outputs));
    }
    List<String> present =
        Stream.of(CLASSES, SCORES).filter(signature.outputs()::containsKey).toList();
    if (present.isEmpty()) {
      throw new ServingException(
          StatusCode.FAILED_PRECONDITION,
          "Expected classification signature outputs to contain at least one of \"%s\" or \"%s\". Signature was: %s"
              .formatted(CLASSES, SCORES, name));
    }
    return new Classifier(name, present);
  }

  ClassificationResult run(SignatureRunner runner, HostTensor examples) {
    ExampleSignatures.requireSome(examples);
    Map<String, HostTensor> results =
        runner.run(name, Map.of(ExampleSignatures.INPUTS, examples), outputs);
    int n = examples.elements();
    HostTensor labels = checked(results.get(CLASSES), CLASSES, ElementType.STRING, n);
    HostTensor scores = checked(results.get(SCORES), SCORES, ElementType.FLOAT, n);
    if (labels != null && scores != null && labels.size(1) != scores.size(1)) {
      throw ServingException.invalid(
          "Tensors class and score should match in dim_size(1). Got %s vs. %s"
              .formatted(labels.size(1), scores.size(1)));
    }
    int each = (labels == null ? 0 : labels.elements() / n);
    if (scores != null) {
      each = scores.elements() / n;
    }
    float[] numbers = scores == null ? new float[n * each] : scores.floats();
    ClassificationResult.Builder result = ClassificationResult.newBuilder();
    for (int i = 0; i < n; i++) {
      Classifications.Builder row = result.addClassificationsBuilder();
      for (int k = i * each; k < (i + 1) * each; k++) {
        row.addClassesBuilder()
            .setLabel(labels == null ? "" : new String(labels.string(k), StandardCharsets.UTF_8))
            .setScore(numbers[k]);
      }
    }
    return result.build();
  }

  private static @Nullable HostTensor checked(
      @Nullable HostTensor tensor, String output, ElementType type, int examples) {
    if (tensor == null) {
      return null;
    }
    if (tensor.rank() != 2) {
      throw ServingException.invalid(
          "Expected Tensor shape: [batch_size num_classes] but got %s"
              .formatted(Arrays.toString(tensor.shape())));
    }
    if (tensor.type() != type) {
      throw ServingException.invalid(
          "Expected %s Tensor of %s. Got: %s"
              .formatted(output, type.protoName(), tensor.type().protoName()));
    }
    if (tensor.size(0) != examples) {
      throw ServingException.invalid(
          "Expected %s output batch size of %s. Got: %s"
              .formatted(output, examples, tensor.size(0)));
    }
    return tensor;
  }
}
