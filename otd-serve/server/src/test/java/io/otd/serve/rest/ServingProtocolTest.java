// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.linecorp.armeria.common.RequestHeaders;
import io.otd.serve.inference.Inference;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.registry.ModelReference;
import io.otd.serve.registry.NoModels;
import io.otd.serve.settings.NonFinite;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The paths in TensorFlow Serving's documentation and tests. */
class ServingProtocolTest {
  private static final RestCall WATCH = RestCall.post("watch", ServingProtocolTest::answer);
  private static final RestCall LOOK = RestCall.get("look", ServingProtocolTest::answer);
  private static final ServingProtocol PATHS = paths(List.of(WATCH, LOOK));

  private static RestReply answer(
      ModelReference model, RequestHeaders headers, Supplier<byte[]> body) {
    return RestReply.json(body.get());
  }

  private static ServingProtocol paths(List<RestCall> extension) {
    Inference none = NoModels.inference();
    RestCalls calls =
        new RestCalls(
            none, NonFinite.BARE, new PredictionIds(Clock.systemUTC()), new NoExtension());
    return new ServingProtocol(calls.list(), calls.shared(), calls.own(extension));
  }

  @Test
  void a_read_only_extension_may_be_a_verb_or_a_path_segment() {
    for (String path : List.of("/v1/models/foo/labels/l:look", "/v1/models/foo/labels/l/look")) {
      assertThat(PATHS.read("GET", path))
          .isEqualTo(new RestTarget(LOOK, ModelReference.label("foo", "l")));
    }
    assertThatThrownBy(() -> PATHS.read("GET", "/v1/models/foo/watch"))
        .hasMessage("Malformed request: GET /v1/models/foo/watch");
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /v1/models/foo:predict, predict, foo, , ",
    "POST, /v1/models/foo/versions/50:classify, classify, foo, 50, ",
    "POST, /v1/models/foo/labels/some_label:regress, regress, foo, , some_label",
    "POST, /V1/MODELS/foo:Predict, predict, foo, , ",
    "POST, /v1/models/f%6Fo+%20/labels/a%2Fb%3A1:predict, predict, 'foo+ ', , a/b:1",
    "GET, /v1/models/foo, status, foo, , ",
    "GET, /v1/models/foo/versions/50, status, foo, 50, ",
    "GET, /v1/models/foo/labels/l/metadata, metadata, foo, , l",
    "GET, /v1/models/foo/metadata, metadata, foo, , ",
    "GET, /v1/models, models, '', , ",
  })
  void reads_paths(
      String method,
      String path,
      String call,
      String name,
      @Nullable Long version,
      @Nullable String label) {
    ModelReference model =
        version != null
            ? ModelReference.version(name, version)
            : label != null ? ModelReference.label(name, label) : ModelReference.latest(name);
    RestTarget target = PATHS.read(method, path);
    assertThat(target.call().name()).isEqualTo(call);
    assertThat(target.model()).isEqualTo(model);
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /v1/models/foo:predict?a=1",
    "POST, /v1/models/foo:explain",
    "GET, /v1/foo",
    "POST, /v1/models/foo/versions/HELLO:predict",
    "POST, /v1/models/foo/versions/:predict",
    "POST, /v1/models/foo/versions/1/labels/a:predict",
    "POST, /v1/models/:predict",
    "POST, /v1/models/foo/a:predict",
    "GET, /v1/models/",
    "GET, /v1/models?a"
  })
  void unknown_api_paths_are_malformed(String method, String path) {
    assertThatThrownBy(() -> PATHS.read(method, path))
        .isInstanceOfSatisfying(
            ServingException.class,
            e -> assertThat(e.code()).isEqualTo(StatusCode.INVALID_ARGUMENT))
        .hasMessage("Malformed request: %s %s", method, path);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /v1/models/foo:predict, POST",
    "PUT, /v1/models/foo:predict, POST",
    "POST, /v1/models/foo, GET",
    "POST, /v1/models/foo/metadata, GET",
    "DELETE, /v1/models/foo, GET",
    "POST, /v1/models, GET"
  })
  void a_path_of_tensorflow_serving_with_the_wrong_method_is_malformed(
      String method, String path, String expected) {
    assertThatThrownBy(() -> PATHS.read(method, path))
        .isInstanceOfSatisfying(
            WrongMethodException.class,
            e -> {
              assertThat(e.expected()).isEqualTo(expected);
              assertThat(e.code()).contains(StatusCode.INVALID_ARGUMENT);
            })
        .hasMessage("Malformed request: %s %s", method, path);
  }

  @Test
  void the_method_of_a_path_is_told() {
    assertThat(PATHS.find("OPTIONS", "/v1/models/foo").method()).isEqualTo("GET");
    assertThat(PATHS.find("OPTIONS", "/v1/models/foo:distribution").method()).isEqualTo("POST");
    assertThat(PATHS.find("OPTIONS", "/v1/models/foo:predict").method()).isEqualTo("POST");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /v1/models/foo:distribution, POST",
    "PUT, /v1/models/foo/versions/2:watch, POST",
    "POST, /v1/models/foo:schema, GET",
    "DELETE, /v1/models/foo/labels/a:schema, GET"
  })
  void an_otd_path_with_the_wrong_method_reports_the_expected_one(
      String method, String path, String expected) {
    assertThatThrownBy(() -> PATHS.read(method, path))
        .isInstanceOfSatisfying(
            WrongMethodException.class, e -> assertThat(e.expected()).isEqualTo(expected));
  }

  @Test
  void extension_verbs_are_recognised() {
    assertThat(PATHS.read("POST", "/v1/models/foo/versions/3:Watch"))
        .isEqualTo(new RestTarget(WATCH, ModelReference.version("foo", 3)));
    assertThatThrownBy(() -> paths(List.of()).read("POST", "/v1/models/foo:watch"))
        .hasMessage("Malformed request: POST /v1/models/foo:watch");
  }

  @Test
  void rejects_unknown_paths_bad_versions_and_invalid_encoding() {
    assertThatThrownBy(() -> PATHS.read("GET", "/index"))
        .isInstanceOfSatisfying(
            ServingException.class, e -> assertThat(e.code()).isEqualTo(StatusCode.NOT_FOUND));
    assertThatThrownBy(() -> PATHS.read("GET", "/v1/models/foo/versions/18446744073709551615"))
        .hasMessage("Failed to convert version: 18446744073709551615 to numeric.");
    assertThatThrownBy(() -> PATHS.read("GET", "/v1/models/f%zz"))
        .hasMessage("Failed to decode model name: f%zz");
  }
}
