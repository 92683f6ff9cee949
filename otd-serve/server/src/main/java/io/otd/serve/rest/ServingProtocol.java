// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.registry.ModelReference;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * TensorFlow Serving's paths below {@code /v1}, and more calls in the same form: {@code
 * /v1/models/MODEL[/versions/N|/labels/L]} and what follows it, which determines the call.
 */
final class ServingProtocol implements RestProtocol {
  private static final Pattern MODEL =
      Pattern.compile(
          "/v1/models/(?<name>[^/:]+)(?:/versions/(?<version>[0-9]+)|/labels/(?<label>[^/:]+))?"
              + "(?<end>[:/][a-z]+)?",
          Pattern.CASE_INSENSITIVE);

  private static final String MODELS = "/v1/models";
  private static final String API = "/v1/";

  private final RestCall list;
  private final Map<String, RestCall> shared;
  private final Map<String, RestCall> ends;

  /**
   * The paths.
   *
   * @param list the call of all models
   * @param shared with TensorFlow Serving: by what follows the model, in lower case
   * @param own likewise; none of the shared ones
   */
  ServingProtocol(RestCall list, Map<String, RestCall> shared, Map<String, RestCall> own) {
    this.list = list;
    this.shared = shared;
    ends = new HashMap<>(shared);
    ends.putAll(own);
  }

  @Override
  public String label() {
    return "v1";
  }

  /** With a wrong method, a path of TensorFlow Serving is malformed, as it is there. */
  @Override
  public RestTarget read(String method, String path) {
    Matcher model = MODEL.matcher(path);
    RestCall call = find(model, method, path);
    if (!call.method().equals(method)) {
      throw call.equals(list) || shared.containsValue(call)
          ? WrongMethodException.malformed(call.method(), malformed(method, path))
          : new WrongMethodException(call.method());
    }
    return new RestTarget(call, call.equals(list) ? RestTarget.ALL : model(model));
  }

  @Override
  public RestCall find(String method, String path) {
    return find(MODEL.matcher(path), method, path);
  }

  private RestCall find(Matcher model, String method, String path) {
    RestCall call = model.matches() ? ends.get(end(model.group("end"))) : null;
    if (call != null) {
      return call;
    }
    if (path.equalsIgnoreCase(MODELS)) {
      return list;
    }
    throw new ServingException(
        isInside(path) ? StatusCode.INVALID_ARGUMENT : StatusCode.NOT_FOUND,
        malformed(method, path));
  }

  private static String end(@Nullable String end) {
    return end == null ? "" : end.toLowerCase(Locale.ROOT);
  }

  private static String malformed(String method, String path) {
    return "Malformed request: %s %s".formatted(method, path);
  }

  /** Whether a path is of the API: TensorFlow Serving distinguishes where there is nothing. */
  private static boolean isInside(String path) {
    return path.regionMatches(true, 0, API, 0, API.length())
        || path.regionMatches(true, 0, MODELS, 0, MODELS.length());
  }

  private static ModelReference model(Matcher path) {
    String name = decoded("name", path.group("name"));
    String version = path.group("version");
    String label = path.group("label");
    if (version != null) {
      return ModelReference.version(name, version(version));
    }
    return label == null
        ? ModelReference.latest(name)
        : ModelReference.label(name, decoded("version label", label));
  }

  private static long version(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw ServingException.invalid(
          "Failed to convert version: %s to numeric.".formatted(digits), e);
    }
  }

  /**
   * A part of a path without its percent signs.
   *
   * @throws ServingException INVALID_ARGUMENT, if it is no encoding
   */
  static String decoded(String what, String text) {
    try {
      // In a path, unlike in a form, a plus is a plus.
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw ServingException.invalid("Failed to decode model %s: %s".formatted(what, text), e);
    }
  }
}
