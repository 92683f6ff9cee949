// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.grpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.openinference.Datatype;
import io.otd.serve.openinference.InferReply;
import io.otd.serve.openinference.InferRequest;
import io.otd.serve.openinference.InferShape;
import io.otd.serve.openinference.OpenInference;
import io.otd.serve.openinference.RawContents;
import io.otd.serve.proto.inference.InferParameter;
import io.otd.serve.proto.inference.ModelInferRequest;
import io.otd.serve.proto.inference.ModelInferRequest.InferInputTensor;
import io.otd.serve.proto.inference.ModelInferRequest.InferRequestedOutputTensor;
import io.otd.serve.proto.inference.ModelInferResponse;
import io.otd.serve.proto.inference.ModelInferResponse.InferOutputTensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Requests to infer, and their answers, as messages of the Open Inference Protocol. */
final class InferMessages {
  /** Parameters that would change the meaning of a request. */
  private static final List<String> NOT_OFFERED = List.of("classification", "shared_memory_region");

  private InferMessages() {}

  static InferRequest read(ModelInferRequest message) {
    int raw = message.getRawInputContentsCount();
    if (raw > 0 && raw != message.getInputsCount()) {
      throw ServingException.invalid(
          "raw_input_contents: %s (expected: one for each of the %s inputs, or none)"
              .formatted(raw, message.getInputsCount()));
    }
    Map<String, HostTensor> inputs = new LinkedHashMap<>();
    for (int i = 0; i < message.getInputsCount(); i++) {
      InferInputTensor input = message.getInputs(i);
      HostTensor tensor = raw > 0 ? raw(input, message.getRawInputContents(i)) : typed(input);
      if (inputs.putIfAbsent(input.getName(), tensor) != null) {
        throw InferShape.refusal(input.getName(), "given twice (expected: once)");
      }
    }
    List<String> outputs = new ArrayList<>();
    for (InferRequestedOutputTensor output : message.getOutputsList()) {
      requireOffered("output", output.getName(), output.getParametersMap());
      outputs.add(output.getName());
    }
    return new InferRequest(
        OpenInference.reference(message.getModelName(), message.getModelVersion()),
        signature(message.getParametersMap()),
        inputs,
        outputs);
  }

  private static HostTensor raw(InferInputTensor input, ByteString contents) {
    if (input.hasContents()) {
      throw InferShape.refusal(
          input.getName(), "both contents and raw_input_contents (expected: one of them)");
    }
    requireOffered("input", input.getName(), input.getParametersMap());
    return RawContents.read(
        input.getName(),
        Datatype.named(input.getName(), input.getDatatype()),
        shape(input),
        contents.asReadOnlyByteBuffer());
  }

  private static HostTensor typed(InferInputTensor input) {
    requireOffered("input", input.getName(), input.getParametersMap());
    return InferContents.read(
        input.getName(),
        Datatype.named(input.getName(), input.getDatatype()),
        shape(input),
        input.getContents());
  }

  private static long[] shape(InferInputTensor input) {
    return input.getShapeList().stream().mapToLong(Long::longValue).toArray();
  }

  private static void requireOffered(
      String kind, String name, Map<String, InferParameter> parameters) {
    for (String other : NOT_OFFERED) {
      if (parameters.containsKey(other)) {
        throw ServingException.invalid(
            "%s \"%s\": parameter %s (expected: none; not offered)".formatted(kind, name, other));
      }
    }
  }

  private static String signature(Map<String, InferParameter> parameters) {
    InferParameter parameter = parameters.get(InferRequest.SIGNATURE_NAME);
    if (parameter == null) {
      return "";
    }
    if (!parameter.hasStringParam()) {
      throw ServingException.invalid(
          "parameter %s: %s (expected: a text)"
              .formatted(InferRequest.SIGNATURE_NAME, parameter.getParameterChoiceCase()));
    }
    return parameter.getStringParam();
  }

  /**
   * The answer: outputs in the form of the inputs, as bytes or one by one; as bytes if one of them
   * has no other form.
   */
  static ModelInferResponse write(ModelInferRequest request, InferReply answer) {
    boolean raw =
        request.getRawInputContentsCount() > 0
            || answer.outputs().values().stream()
                .anyMatch(tensor -> Datatype.of(tensor.type()).isRawOnly());
    ModelInferResponse.Builder response =
        ModelInferResponse.newBuilder()
            .setModelName(answer.id().model())
            .setModelVersion(Long.toString(answer.id().version()))
            .setId(request.getId());
    answer
        .outputs()
        .forEach(
            (name, tensor) -> {
              InferOutputTensor.Builder output =
                  response
                      .addOutputsBuilder()
                      .setName(name)
                      .setDatatype(Datatype.of(tensor.type()).name());
              for (int axis = 0; axis < tensor.rank(); axis++) {
                output.addShape(tensor.size(axis));
              }
              if (raw) {
                response.addRawOutputContents(
                    UnsafeByteOperations.unsafeWrap(RawContents.write(tensor)));
              } else {
                output.setContents(InferContents.write(tensor));
              }
            });
    return response.build();
  }
}
