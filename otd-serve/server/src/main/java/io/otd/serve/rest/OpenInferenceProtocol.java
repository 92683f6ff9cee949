// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.RequestHeaders;
import io.otd.serve.inference.SignatureOutputs;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.json.InferReplyJson;
import io.otd.serve.json.InferRequestJson;
import io.otd.serve.json.OpenInferenceJson;
import io.otd.serve.json.StatusJson;
import io.otd.serve.openinference.OpenInference;
import io.otd.serve.registry.ModelReference;
import io.otd.serve.settings.NonFinite;
import java.util.Map;
import java.util.function.Supplier;

/** The Open Inference Protocol, version 2, with binary tensor data and the model repository. */
final class OpenInferenceProtocol implements RestProtocol {
  /** The position in a body where the JSON ends and bytes of tensors begin. */
  private static final String JSON_LENGTH = "inference-header-content-length";

  private static final byte[] NOTHING = {};

  private final OpenInference models;
  private final InferReplyJson replies;

  OpenInferenceProtocol(OpenInference models, NonFinite nonFinite) {
    this.models = models;
    replies = new InferReplyJson(nonFinite);
  }

  @Override
  public String label() {
    return "v2";
  }

  @Override
  public RestTarget read(String method, String path) {
    OpenInferencePath read = OpenInferencePath.read(method, path);
    return RestTarget.of(read.verb().name(), (headers, body) -> answer(read, headers, body));
  }

  @Override
  public String method(String method, String path) {
    return OpenInferencePath.find(path).verb().method();
  }

  private RestReply answer(OpenInferencePath read, RequestHeaders headers, Supplier<byte[]> body) {
    return switch (read.verb()) {
      case SERVER_METADATA -> RestReply.json(OpenInferenceJson.write(models.server()));
      case MODELS -> RestReply.json(StatusJson.writeNames(models.models()));
      case MODEL_METADATA -> RestReply.json(OpenInferenceJson.write(models.model(reference(read))));
      case MODEL_READY -> ready(read);
      case INFER -> infer(reference(read), body.get(), headers.get(JSON_LENGTH, ""));
      case REPOSITORY_INDEX ->
          RestReply.json(
              OpenInferenceJson.write(models.index(OpenInferenceJson.ready(body.get()))));
      case REPOSITORY_LOAD -> {
        models.load(read.model(), OpenInferenceJson.parameterNames(body.get()));
        yield RestReply.json(NOTHING);
      }
      case REPOSITORY_UNLOAD -> throw models.unload(read.model());
    };
  }

  private static ModelReference reference(OpenInferencePath path) {
    return OpenInference.reference(path.model(), path.version());
  }

  /** The protocol answers yes by 200 and no by 4xx. */
  private RestReply ready(OpenInferencePath path) {
    boolean ready = models.isReady(reference(path));
    if (!ready && !models.has(path.model())) {
      throw new ServingException(
          StatusCode.NOT_FOUND, "model \"%s\": not found".formatted(path.model()));
    }
    return new RestReply(
        ready ? HttpStatus.OK : HttpStatus.BAD_REQUEST,
        MediaType.JSON,
        OpenInferenceJson.ready(path.model(), ready),
        Map.of());
  }

  private RestReply infer(ModelReference model, byte[] body, String jsonLength) {
    InferRequestJson request =
        jsonLength.isEmpty() ? InferRequestJson.of(body) : InferRequestJson.of(body, jsonLength);
    SignatureOutputs outputs = models.infer(request.request(model));
    InferReplyJson.Reply reply = replies.write(request, outputs);
    return reply.json().isEmpty()
        ? RestReply.json(reply.body())
        : new RestReply(
            MediaType.OCTET_STREAM,
            reply.body(),
            Map.of(JSON_LENGTH, Integer.toString(reply.json().getAsInt())));
  }
}
