// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path of the Open Inference Protocol.
 *
 * @param verb of the request
 * @param model its name; empty if none is requested
 * @param version a number or a label; empty if none is said
 */
record OpenInferencePath(OpenInferenceVerb verb, String model, String version) {
  private static final Pattern MODEL =
      Pattern.compile(
          "/v2/models/(?<name>[^/]+)(?:/versions/(?<version>[^/]+))?(?<end>|/ready|/infer)");
  private static final Pattern REPOSITORY =
      Pattern.compile("/v2/repository/models/(?<name>[^/]+)(?<end>/load|/unload)");

  private static final Map<String, OpenInferenceVerb> ENDS =
      Map.of(
          "",
          OpenInferenceVerb.MODEL_METADATA,
          "/ready",
          OpenInferenceVerb.MODEL_READY,
          "/infer",
          OpenInferenceVerb.INFER,
          "/load",
          OpenInferenceVerb.REPOSITORY_LOAD,
          "/unload",
          OpenInferenceVerb.REPOSITORY_UNLOAD);

  /**
   * Reads a path.
   *
   * @param path as it was sent; a query is passed over, and so is a slash at the end
   * @throws ServingException NOT_FOUND, if the protocol has no such path
   * @throws WrongMethodException if the path has another method
   */
  static OpenInferencePath read(String method, String path) {
    OpenInferencePath read = find(path);
    if (!read.verb().method().equals(method)) {
      throw new WrongMethodException(read.verb().method());
    }
    return read;
  }

  /**
   * Reads a path, whatever the method of its request.
   *
   * @throws ServingException NOT_FOUND, if the protocol has no such path
   */
  static OpenInferencePath find(String path) {
    int query = path.indexOf('?');
    String bare = (query < 0 ? path : path.substring(0, query)).replaceFirst("/$", "");
    return switch (bare) {
      case "/v2" -> new OpenInferencePath(OpenInferenceVerb.SERVER_METADATA, "", "");
      case "/v2/models" -> new OpenInferencePath(OpenInferenceVerb.MODELS, "", "");
      case "/v2/repository/index" ->
          new OpenInferencePath(OpenInferenceVerb.REPOSITORY_INDEX, "", "");
      default -> named(bare);
    };
  }

  private static OpenInferencePath named(String path) {
    Matcher model = MODEL.matcher(path);
    boolean isModel = model.matches();
    Matcher matcher = isModel ? model : REPOSITORY.matcher(path);
    OpenInferenceVerb verb = isModel || matcher.matches() ? ENDS.get(matcher.group("end")) : null;
    if (verb == null) {
      throw new ServingException(
          StatusCode.NOT_FOUND,
          "path \"%s\" (expected: one of the Open Inference Protocol)".formatted(path));
    }
    return new OpenInferencePath(
        verb,
        RestPaths.decoded("name", matcher.group("name")),
        isModel
            ? Optional.ofNullable(matcher.group("version"))
                .map(version -> RestPaths.decoded("version", version))
                .orElse("")
            : "");
  }
}
