// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.registry.ModelReference;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads the paths of the API v1. */
final class RestPaths {
  private static final String ADDRESS =
      "/v1/models/(?<name>[^/:]+)(?:/versions/(?<version>[0-9]+)|/labels/(?<label>[^/:]+))?";
  private static final Pattern VERB =
      Pattern.compile(ADDRESS + ":(?<verb>[a-z]+)", Pattern.CASE_INSENSITIVE);

  private static final Pattern STATUS =
      Pattern.compile(ADDRESS + "(?:/(?<part>[a-z]+))?", Pattern.CASE_INSENSITIVE);
  private static final String MODELS = "/v1/models";
  private static final String API = "/v1/";

  /** A verb and its HTTP method. */
  private record Asked(String method, RestVerb verb) {}

  /**
   * What a path asks for.
   *
   * @param model the parts of its model's name, which are not decoded yet; empty for all models
   */
  private record Found(Asked asked, Optional<Matcher> model) {}

  private static final ModelReference ALL = ModelReference.latest("");

  /** Those of TensorFlow Serving, which calls a wrong method a malformed request. */
  private static final Map<String, Asked> SHARED =
      byName(
          List.of(
              new Asked("POST", ApiVerb.PREDICT),
              new Asked("POST", ApiVerb.CLASSIFY),
              new Asked("POST", ApiVerb.REGRESS)));

  private final Map<String, Asked> own;

  /** The verb after the model's name in a path, including reads of an extension. */
  private final Map<String, RestVerb> parts = new HashMap<>();

  /**
   * Paths with the verbs of the API and others.
   *
   * @param extension the others
   */
  RestPaths(List<RestExtension.Verb> extension) {
    List<Asked> verbs = new ArrayList<>();
    verbs.add(new Asked("POST", ApiVerb.DISTRIBUTION));
    verbs.add(new Asked("GET", ApiVerb.SCHEMA));
    extension.forEach(verb -> verbs.add(new Asked(verb.method(), verb)));
    own = byName(verbs);
    parts.put("metadata", ApiVerb.METADATA);
    extension.stream()
        .filter(verb -> verb.method().equals("GET"))
        .forEach(verb -> parts.put(verb.name().toLowerCase(Locale.ROOT), verb));
  }

  private static Map<String, Asked> byName(List<Asked> verbs) {
    return verbs.stream()
        .collect(
            Collectors.toUnmodifiableMap(
                asked -> asked.verb().name().toLowerCase(Locale.ROOT), Function.identity()));
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
  RestPath read(String method, String path) {
    Found found = find(method, path);
    Asked asked = found.asked();
    if (asked.method().equals(method)) {
      return new RestPath(asked.verb(), found.model().map(RestPaths::model).orElse(ALL));
    }
    if (own.containsValue(asked)) {
      throw new WrongMethodException(asked.method());
    }
    throw WrongMethodException.malformed(asked.method(), malformed(method, path));
  }

  /**
   * The method of a path.
   *
   * @param method of the request, for an error message
   * @throws ServingException as {@link #read}
   */
  String method(String method, String path) {
    return find(method, path).asked().method();
  }

  private Found find(String method, String path) {
    Matcher model = VERB.matcher(path);
    Asked asked = null;
    if (model.matches()) {
      String name = model.group("verb").toLowerCase(Locale.ROOT);
      asked = SHARED.getOrDefault(name, own.get(name));
    } else if (model.usePattern(STATUS).matches()) {
      String part = model.group("part");
      RestVerb read = part == null ? ApiVerb.STATUS : parts.get(part.toLowerCase(Locale.ROOT));
      asked = read == null ? null : new Asked("GET", read);
    } else if (path.equalsIgnoreCase(MODELS)) {
      return new Found(new Asked("GET", ApiVerb.MODELS), Optional.empty());
    }
    if (asked == null) {
      throw new ServingException(
          isInside(path) ? StatusCode.INVALID_ARGUMENT : StatusCode.NOT_FOUND,
          malformed(method, path));
    }
    return new Found(asked, Optional.of(model));
  }

  private static String malformed(String method, String path) {
    return "Malformed request: %s %s".formatted(method, path);
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

  /**
   * Decodes a piece of a path.
   *
   * @param what part of a model it is, for error messages
   * @throws ServingException INVALID_ARGUMENT, if it cannot be decoded
   */
  static String decoded(String what, String text) {
    try {
      // In a path, unlike in a form, a plus is a plus.
      return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new ServingException(
          StatusCode.INVALID_ARGUMENT, "Failed to decode model %s: %s".formatted(what, text), e);
    }
  }
}
