// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.openinference;

import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.serve.inference.Inference;
import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.lifecycle.VersionState;
import io.otd.serve.internal.lifecycle.VersionStatus;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.DeclaredTensor;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.proto.inference.ModelMetadataResponse;
import io.otd.serve.proto.inference.ModelMetadataResponse.TensorMetadata;
import io.otd.serve.proto.inference.RepositoryIndexResponse;
import io.otd.serve.proto.inference.RepositoryIndexResponse.ModelIndex;
import io.otd.serve.proto.inference.ServerMetadataResponse;
import io.otd.serve.registry.Lease;
import io.otd.serve.registry.ModelReference;
import io.otd.serve.telemetry.RequestTrace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Answers the requests of the protocol. Unlike TensorFlow Serving's API, datatypes and declared
 * shapes are enforced. Thread-safe; failures are {@link ServingException}s that name the problem.
 *
 * @param inference answers requests
 */
public record OpenInference(Inference inference) {
  /** As KServe names models of TensorFlow. */
  private static final String PLATFORM = "tensorflow_savedmodel";

  private static final String UNAVAILABLE = "UNAVAILABLE";
  private static final List<Long> UNKNOWN = List.of(-1L);

  /**
   * The requested model.
   *
   * @param version a number, or a label; empty for the latest
   * @throws ServingException INVALID_ARGUMENT, if it is not a number that 64 bits hold
   */
  public static ModelReference reference(String name, String version) {
    if (version.isEmpty()) {
      return ModelReference.latest(name);
    }
    if (!version.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return ModelReference.label(name, version);
    }
    try {
      return ModelReference.version(name, Long.parseLong(version));
    } catch (NumberFormatException e) {
      throw ServingException.invalid(
          "model \"%s\", version %s (expected: an integer of 64 bits, or a label)"
              .formatted(name, version),
          e);
    }
  }

  /** The description of the server, with the version of its jar. */
  public ServerMetadataResponse server() {
    return ServerMetadataResponse.newBuilder()
        .setName("otd")
        .setVersion(
            Objects.requireNonNullElse(
                OpenInference.class.getPackage().getImplementationVersion(), "unknown"))
        .addExtensions("binary_tensor_data")
        .addExtensions("model_repository")
        .build();
  }

  /** Whether requests can be run at all. */
  public boolean isLive() {
    return inference.isLive();
  }

  /** Whether every model has a version that answers, and requests can be run. */
  public boolean isReady() {
    return inference.isReady();
  }

  /** Names of the models, in order. */
  public List<String> models() {
    return inference.models();
  }

  /** Whether there is a model of a name, ready or not. */
  public boolean has(String model) {
    return inference.models().contains(model);
  }

  /** Whether a version answers; false for one that there is not. */
  public boolean isReady(ModelReference model) {
    try (Lease lease = inference.lease(model)) {
      return !lease.id().model().isEmpty();
    } catch (ServingException e) {
      return false;
    }
  }

  private Lease lease(ModelReference model) {
    try {
      return inference.lease(model);
    } catch (ServingException e) {
      throw new ServingException(
          StatusCode.NOT_FOUND,
          "model \"%s\"%s: %s"
              .formatted(
                  model.name(),
                  version(model.choice()),
                  has(model.name()) ? "not available" : "not found"),
          e);
    }
  }

  private static String version(ModelReference.Choice choice) {
    if (choice instanceof ModelReference.Numbered number) {
      return ", version " + number.version();
    }
    return choice instanceof ModelReference.Label label
        ? ", label \"%s\"".formatted(label.label())
        : "";
  }

  /**
   * The description of a model: its versions that answer, ascending, and the signature {@code
   * serving_default}, if it has one. A size is -1 where any is fine, a shape where the rank is not
   * known; a datatype that the protocol does not have goes by TensorFlow's name.
   *
   * @throws ServingException NOT_FOUND, if it does not answer
   */
  public ModelMetadataResponse model(ModelReference model) {
    try (Lease lease = lease(model)) {
      RequestTrace.note(lease, 0);
      Optional<InspectedModel.Signature> signature =
          lease.offers().offered(ServingNames.DEFAULT_SIGNATURE);
      return ModelMetadataResponse.newBuilder()
          .setName(lease.id().model())
          .addAllVersions(
              inference.status(lease.id().model(), OptionalLong.empty()).stream()
                  .filter(status -> status.state() == VersionState.AVAILABLE)
                  .map(VersionStatus::version)
                  .sorted()
                  .map(String::valueOf)
                  .toList())
          .setPlatform(PLATFORM)
          .addAllInputs(tensors(signature.map(InspectedModel.Signature::inputs)))
          .addAllOutputs(tensors(signature.map(InspectedModel.Signature::outputs)))
          .build();
    }
  }

  private static List<TensorMetadata> tensors(Optional<Map<String, DeclaredTensor>> tensors) {
    List<TensorMetadata> described = new ArrayList<>();
    tensors
        .orElse(Map.of())
        .forEach(
            (name, tensor) ->
                described.add(
                    TensorMetadata.newBuilder()
                        .setName(name)
                        .setDatatype(Datatype.text(tensor))
                        .addAllShape(tensor.shape().orElse(UNKNOWN))
                        .build()));
    return described;
  }

  /**
   * Runs a signature.
   *
   * @throws ServingException NOT_FOUND, if the model does not answer; INVALID_ARGUMENT, naming a
   *     signature, input or output that does not exist, is missing or occurs twice, or an input
   *     with another datatype or shape than declared; errors of the graph, with their code and text
   */
  public InferReply infer(InferRequest request) {
    try (Lease lease = lease(request.model())) {
      RequestTrace.note(lease, request.signature(), HostTensor.rows(request.inputs()));
      InspectedModel.Signature signature = signature(lease, request.signature());
      requireInputs(signature, request.inputs());
      requireOutputs(signature, request.outputs());
      return new InferReply(
          lease.id(),
          inference.predict(lease, request.signature(), request.inputs(), request.outputs()));
    }
  }

  private static InspectedModel.Signature signature(Lease lease, String name) {
    String meant = ServingNames.orDefault(name);
    return lease
        .offers()
        .offered(meant)
        .orElseThrow(
            () ->
                ServingException.invalid(
                    "parameter %s: \"%s\" (expected: one of %s)"
                        .formatted(
                            InferRequest.SIGNATURE_NAME,
                            meant,
                            lease.offers().definitions().keySet())));
  }

  private static void requireInputs(
      InspectedModel.Signature signature, Map<String, HostTensor> inputs) {
    Map<String, DeclaredTensor> declared = signature.inputs();
    for (String name : declared.keySet()) {
      if (!inputs.containsKey(name)) {
        throw InferShape.refusal(
            name,
            "not given (expected: all inputs of the signature, %s)".formatted(declared.keySet()));
      }
    }
    inputs.forEach(
        (name, tensor) -> {
          DeclaredTensor input = declared.get(name);
          if (input == null) {
            throw InferShape.refusal(
                name, "unknown (expected: one of %s)".formatted(declared.keySet()));
          }
          if (input.type().isEmpty() || input.type().get() != tensor.type()) {
            throw InferShape.refusal(
                name,
                "datatype %s (expected: %s)"
                    .formatted(Datatype.of(tensor.type()), Datatype.text(input)));
          }
          if (input.shape().isPresent() && !InferShape.fits(tensor, input.shape().get())) {
            throw InferShape.refusal(
                name,
                "shape %s (expected: %s)"
                    .formatted(Arrays.toString(tensor.shape()), input.shape().get()));
          }
        });
  }

  private static void requireOutputs(InspectedModel.Signature signature, List<String> outputs) {
    Set<String> seen = new HashSet<>();
    for (String name : outputs) {
      if (!signature.outputs().containsKey(name)) {
        throw ServingException.invalid(
            "output \"%s\": unknown (expected: one of %s)"
                .formatted(name, signature.outputs().keySet()));
      }
      if (!seen.add(name)) {
        throw ServingException.invalid(
            "output \"%s\": requested twice (expected: once)".formatted(name));
      }
    }
  }

  /**
   * All versions that are known, without a number where no version of a model was found.
   *
   * @param ready those alone that answer
   */
  public RepositoryIndexResponse index(boolean ready) {
    RepositoryIndexResponse.Builder index = RepositoryIndexResponse.newBuilder();
    for (String model : inference.models()) {
      try {
        inference.status(model, OptionalLong.empty()).stream()
            .filter(status -> !ready || status.state() == VersionState.AVAILABLE)
            .forEach(status -> index.addModels(version(model, status)));
      } catch (ServingException e) {
        if (!ready) {
          index
              .addModelsBuilder()
              .setName(model)
              .setState(UNAVAILABLE)
              .setReason(String.valueOf(e.getMessage()));
        }
      }
    }
    return index.build();
  }

  private static ModelIndex version(String model, VersionStatus status) {
    String state =
        switch (status.state()) {
          case START, LOADING -> "LOADING";
          case AVAILABLE -> "READY";
          case UNLOADING -> "UNLOADING";
          case END -> UNAVAILABLE;
        };
    boolean unloaded = state.equals(UNAVAILABLE) && status.code() == StatusCode.OK;
    return ModelIndex.newBuilder()
        .setName(model)
        .setVersion(Long.toString(status.version()))
        .setState(state)
        .setReason(unloaded ? "unloaded" : status.message())
        .build();
  }

  /**
   * Looks for versions of a model of the server's list, and loads those that its policy names.
   *
   * @param parameters names of those that the request has: none is known
   * @throws ServingException NOT_FOUND, if it is not in the list; INVALID_ARGUMENT, if there are
   *     parameters; INTERNAL, if the requested version cannot be loaded; UNAVAILABLE, if another
   *     request loads
   */
  public void load(String model, Set<String> parameters) {
    requireKnown(model);
    if (!parameters.isEmpty()) {
      throw ServingException.invalid(
          "load of model \"%s\": parameters %s (expected: none)".formatted(model, parameters));
    }
    inference.load(model);
  }

  /**
   * The reason why a model cannot be unloaded: the server's list determines the served models.
   *
   * @return FAILED_PRECONDITION
   * @throws ServingException NOT_FOUND, if it is not in the list
   */
  public ServingException unload(String model) {
    requireKnown(model);
    return new ServingException(
        StatusCode.FAILED_PRECONDITION,
        "unload of model \"%s\": not allowed while the server follows its list of models (expected: a"
                .formatted(model)
            + " list without it)");
  }

  private void requireKnown(String model) {
    if (!has(model)) {
      throw new ServingException(
          StatusCode.NOT_FOUND,
          "model \"%s\": not in the server's list of models".formatted(model));
    }
  }
}
