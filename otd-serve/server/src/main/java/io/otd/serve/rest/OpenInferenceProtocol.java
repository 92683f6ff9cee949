// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.json.InferReplyJson;
import io.otd.serve.json.InferRequestJson;
import io.otd.serve.json.OpenInferenceJson;
import io.otd.serve.json.reply.StatusJson;
import io.otd.serve.openinference.OpenInference;
import io.otd.serve.registry.ModelReference;
import io.otd.serve.settings.NonFinite;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The paths of the Open Inference Protocol, below {@code /v2}. */
final class OpenInferenceProtocol implements RestProtocol {
  private static final Pattern MODEL =
      Pattern.compile(
          "/v2/models/(?<name>[^/]+)(?:/versions/(?<version>[^/]+))?(?<end>|/ready|/infer)");

  private static final Pattern REPOSITORY =
      Pattern.compile("/v2/repository/models/(?<name>[^/]+)(?<end>/load|/unload)");

  private static final String JSON_LENGTH = "inference-header-content-length";
  private static final byte[] NOTHING = {};

  private final OpenInference models;
  private final InferReplyJson replies;

  /** The calls of all models, by their paths. */
  private final Map<String, RestCall> all;

  /** The calls of one model, by what follows it. */
  private final Map<String, RestCall> ends;

  OpenInferenceProtocol(OpenInference models, NonFinite nonFinite) {
    this.models = models;
    replies = new InferReplyJson(nonFinite);
    all =
        Map.of(
            "/v2",
            RestCall.get(
                "server_metadata",
                (model, headers, body) -> RestReply.json(OpenInferenceJson.write(models.server()))),
            "/v2/models",
            RestCall.get(
                "models",
                (model, headers, body) -> RestReply.json(StatusJson.writeNames(models.models()))),
            "/v2/repository/index",
            RestCall.post(
                "repository_index",
                (model, headers, body) ->
                    RestReply.json(
                        OpenInferenceJson.write(
                            models.index(OpenInferenceJson.ready(body.get()))))));
    ends =
        Map.of(
            "",
            RestCall.get(
                "model_metadata",
                (model, headers, body) ->
                    RestReply.json(OpenInferenceJson.write(models.model(model)))),
            "/ready",
            RestCall.get("model_ready", (model, headers, body) -> ready(model)),
            "/infer",
            RestCall.post(
                "infer",
                (model, headers, body) -> infer(model, body.get(), headers.get(JSON_LENGTH, ""))),
            "/load",
            RestCall.post(
                "repository_load",
                (model, headers, body) -> {
                  models.load(model.name(), OpenInferenceJson.parameterNames(body.get()));
                  return RestReply.json(NOTHING);
                }),
            "/unload",
            RestCall.post(
                "repository_unload",
                (model, headers, body) -> {
                  throw models.unload(model.name());
                }));
  }

  /** All calls. */
  List<RestCall> calls() {
    return Stream.concat(all.values().stream(), ends.values().stream()).toList();
  }

  @Override
  public String label() {
    return "v2";
  }

  @Override
  public RestTarget read(String method, String path) {
    String bare = bare(path);
    RestCall call = find(method, path);
    if (!call.method().equals(method)) {
      throw new WrongMethodException(call.method());
    }
    Matcher model = MODEL.matcher(bare);
    if (model.matches()) {
      return new RestTarget(call, named(model, model.group("version")));
    }
    Matcher repository = REPOSITORY.matcher(bare);
    return new RestTarget(call, repository.matches() ? named(repository, null) : RestTarget.ALL);
  }

  @Override
  public RestCall find(String method, String path) {
    String bare = bare(path);
    RestCall call = all.get(bare);
    if (call != null) {
      return call;
    }
    for (Pattern pattern : List.of(MODEL, REPOSITORY)) {
      Matcher named = pattern.matcher(bare);
      if (named.matches()) {
        return Objects.requireNonNull(ends.get(named.group("end")));
      }
    }
    throw new ServingException(
        StatusCode.NOT_FOUND,
        "path \"%s\" (expected: one of the Open Inference Protocol)".formatted(bare));
  }

  /** A query is passed over, and so is a slash at the end. */
  private static String bare(String path) {
    int query = path.indexOf('?');
    String bare = query < 0 ? path : path.substring(0, query);
    return bare.endsWith("/") ? bare.substring(0, bare.length() - 1) : bare;
  }

  private static ModelReference named(Matcher path, @Nullable String version) {
    return OpenInference.reference(
        ServingProtocol.decoded("name", path.group("name")),
        version == null ? "" : ServingProtocol.decoded("version", version));
  }

  private RestReply ready(ModelReference model) {
    boolean ready = models.isReady(model);
    if (!ready && !models.has(model.name())) {
      throw new ServingException(
          StatusCode.NOT_FOUND, "model \"%s\": not found".formatted(model.name()));
    }
    return new RestReply(
        ready ? HttpStatus.OK : HttpStatus.BAD_REQUEST,
        MediaType.JSON,
        OpenInferenceJson.ready(model.name(), ready),
        Map.of());
  }

  private RestReply infer(ModelReference model, byte[] body, String jsonLength) {
    InferRequestJson request =
        jsonLength.isEmpty() ? InferRequestJson.of(body) : InferRequestJson.of(body, jsonLength);
    InferReplyJson.Reply reply = replies.write(request, models.infer(request.request(model)));
    return reply.json().isEmpty()
        ? RestReply.json(reply.body())
        : new RestReply(
            MediaType.OCTET_STREAM,
            reply.body(),
            Map.of(JSON_LENGTH, Integer.toString(reply.json().getAsInt())));
  }
}
