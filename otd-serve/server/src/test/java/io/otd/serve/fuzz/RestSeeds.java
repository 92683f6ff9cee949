// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.otd.serve.ConformancePack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Valid requests, from which the fuzzer starts. */
final class RestSeeds {
  private static final int LONGEST = 20_000;
  private static final String TINY = "/v1/models/tiny";

  private RestSeeds() {}

  /** Requests that the tiny model answers. */
  static List<RestRequest> tiny() {
    List<RestRequest> seeds = new ArrayList<>();
    seeds.add(RestRequest.post(TINY + ":predict", "{\"instances\": [1.0, 2.5, -3e2]}"));
    seeds.add(
        RestRequest.post(TINY + ":predict", "{\"instances\": [{\"x\": [1, 2]}, {\"x\": [3, 4]}]}"));
    seeds.add(
        RestRequest.post(TINY + "/versions/1:predict", "{\"inputs\": {\"x\": [[0.5], [2]]}}"));
    seeds.add(
        RestRequest.post(
            TINY + ":predict",
            "{\"signature_name\": \"matmul\", \"inputs\": {\"a\": [[1, 2], [3, 4]], \"b\": [[5], [6]]}}"));
    seeds.add(
        RestRequest.post(
            TINY + ":predict",
            "{\"signature_name\": \"echo_string\", \"instances\": [\"a\\u00e9\", {\"b64\": \"AAEC\"}]}"));
    for (String type : List.of("float", "double", "int32", "int64", "uint8")) {
      seeds.add(
          RestRequest.post(
              TINY + ":predict",
              "{\"signature_name\": \"echo_%s\", \"instances\": [[1, 2], [3, 4]]}"
                  .formatted(type)));
    }
    seeds.add(
        RestRequest.post(
            TINY + ":predict", "{\"signature_name\": \"echo_bool\", \"inputs\": [true, false]}"));
    for (String method : List.of("regress", "classify")) {
      seeds.add(
          RestRequest.post(
              TINY + ":" + method,
              "{\"signature_name\": \"%s\", \"context\": {\"c\": [1, 2]}, \"examples\": [{\"x\": 1.5, \"y\": \"z\"}, {\"x\": [2.0]}]}"
                  .formatted(method)));
    }
    seeds.add(RestRequest.post(TINY + ":distribution", "{\"rows\": [[1, 2]], \"levels\": [0.5]}"));
    for (String path : List.of("", "/versions/1", "/metadata", ":schema")) {
      seeds.add(RestRequest.get(TINY + path));
    }
    seeds.add(RestRequest.get("/v1/models"));
    seeds.add(
        RestRequest.post(
            "/v2/models/tiny/infer",
            "{\"id\": \"1\", \"parameters\": {\"signature_name\": \"echo_int32\", \"binary_data_output\": true}, \"inputs\": [{\"name\": \"in\", \"datatype\": \"INT32\", \"shape\": [2, 2], \"data\": [[1, 2], [3, 4]]}], \"outputs\": [{\"name\": \"out\"}]}"));
    seeds.add(RestRequest.post("/v2/repository/index", "{\"ready\": true}"));
    seeds.add(RestRequest.get("/v2/models/tiny/versions/1"));
    seeds.add(RestRequest.get("/metrics"));
    seeds.add(RestRequest.get("/openapi.json"));
    return seeds;
  }

  /** The shorter cases of the conformance pack; none without the pack. */
  static List<RestRequest> pack() throws IOException {
    Optional<Path> pack = ConformancePack.find();
    List<RestRequest> seeds = new ArrayList<>();
    if (pack.isPresent()) {
      JsonNode cases = new JsonMapper().readTree(pack.get().resolve("rest_cases.json").toFile());
      for (JsonNode one : cases.path("cases")) {
        String body = one.path("body").asText();
        if (body.length() < LONGEST) {
          seeds.add(
              RestRequest.post(one.path("path").asText(), body).by(one.path("method").asText()));
        }
      }
    }
    return seeds;
  }
}
