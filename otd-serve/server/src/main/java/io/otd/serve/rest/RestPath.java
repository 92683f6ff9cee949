// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.registry.ModelReference;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path of the API v1, with the verb that its method and its end say.
 *
 * @param verb what is asked for
 * @param model which one; without a name for all of them
 */
record RestPath(RestVerb verb, ModelReference model) {
  private static final String ADDRESS =
      "/v1/models/(?<name>[^/:]+)(?:/versions/(?<version>[0-9]+)|/labels/(?<label>[^/:]+))?";
  private static final Map<String, Pattern> VERBS =
      Map.of(
          "POST", verbs("predict|classify|regress|distribution|observe"),
          "GET", verbs("schema|monitor"));

  /** Those that TensorFlow Serving does not have: it calls a wrong method a malformed request. */
  private static final Map<String, Pattern> OWN_VERBS =
      Map.of("POST", verbs("distribution|observe"), "GET", verbs("schema|monitor"));

  private static final Pattern STATUS =
      Pattern.compile(ADDRESS + "(?<metadata>/metadata)?", Pattern.CASE_INSENSITIVE);
  private static final String MODELS = "/v1/models";
  private static final String API = "/v1/";

  private static Pattern verbs(String names) {
    return Pattern.compile(ADDRESS + ":(?<verb>" + names + ")", Pattern.CASE_INSENSITIVE);
  }

  /**
   * Reads a path.
   *
   * @param method such as {@code GET}
   * @param path as it was sent, the query with it: one with a query is not of the API
   * @throws ServingException INVALID_ARGUMENT, if the API has no such path or method; NOT_FOUND, if
   *     the path is outside the API
   * @throws WrongMethodException if the path has another method
   */
  static RestPath of(String method, String path) {
    Pattern verbs = VERBS.get(method);
    Matcher verb = verbs == null ? null : verbs.matcher(path);
    if (verb != null && verb.matches()) {
      return new RestPath(
          RestVerb.valueOf(verb.group("verb").toUpperCase(Locale.ROOT)), model(verb));
    }
    Matcher status = STATUS.matcher(path);
    if (method.equals("GET") && status.matches()) {
      return new RestPath(
          status.group("metadata") == null ? RestVerb.STATUS : RestVerb.METADATA, model(status));
    }
    if (method.equals("GET") && path.equalsIgnoreCase(MODELS)) {
      return new RestPath(RestVerb.MODELS, ModelReference.latest(""));
    }
    for (Map.Entry<String, Pattern> own : OWN_VERBS.entrySet()) {
      if (own.getValue().matcher(path).matches()) {
        throw new WrongMethodException(own.getKey());
      }
    }
    throw new ServingException(
        isInside(path) ? StatusCode.INVALID_ARGUMENT : StatusCode.NOT_FOUND,
        "Malformed request: %s %s".formatted(method, path));
  }

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
      throw new ServingException(
          StatusCode.INVALID_ARGUMENT,
          "Failed to convert version: %s to numeric.".formatted(digits),
          e);
    }
  }

  private static String decoded(String what, String text) {
    try {
      // Paths, other than forms, mean a plus by a plus.
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new ServingException(
          StatusCode.INVALID_ARGUMENT, "Failed to decode model %s: %s".formatted(what, text), e);
    }
  }
}
