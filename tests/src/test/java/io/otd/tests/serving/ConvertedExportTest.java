// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.internal.trained.TestModels;
import io.otd.export.TestExports;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Third-party converters and runtimes accept an unmodified export: tf2onnx with ONNX Runtime, and
 * OpenVINO. Needs a Python that has TensorFlow and at least one of the two: {@code OTD_PYTHON}, or
 * {@code python3}; skipped where there is none.
 */
@Tag("long")
class ConvertedExportTest {
  private static final int ROWS = 20;

  /**
   * Relative to a number and to one unit of the network's scale there. Another order of summation
   * moves numbers by less than a tenth of it; another mask by thousands of times as much.
   */
  private static final double TOLERANCE = 1e-4;

  @TempDir Path folder;

  @Test
  void tf2onnx_and_openvino_conversions_match_tensorflow() throws Exception {
    Python python = Python.in(folder);
    assumeTrue(
        python.has("tensorflow") && (python.has("tf2onnx") || python.has("openvino")),
        python.lacking("tensorflow with tf2onnx or openvino"));
    Map<String, List<List<Float>>> requests = new LinkedHashMap<>();
    for (TestModels fixture : List.of(TestModels.HEUN, TestModels.OTD_ENSEMBLE)) {
      requests.put(TestExports.version(fixture).toString(), rows(fixture));
    }
    JsonNode answers =
        python.result("convert_export.py", new ObjectMapper().writeValueAsString(requests));
    for (TestModels fixture : List.of(TestModels.HEUN, TestModels.OTD_ENSEMBLE)) {
      JsonNode answer = answers.path(TestExports.version(fixture).toString());
      JsonNode expected = answer.path("tensorflow");
      assertThat(answer.size()).as("runtimes").isGreaterThan(1);
      answer
          .properties()
          .forEach(
              runtime -> {
                String name = fixture + " by " + runtime.getKey();
                assertThat(runtime.getValue().properties().stream().map(Map.Entry::getKey))
                    .as(name)
                    .contains("mean", "std", "quantiles");
                for (String output : List.of("mean", "std", "quantiles")) {
                  List<Double> numbers = numbers(runtime.getValue().path(output));
                  List<Double> wanted = numbers(expected.path(output));
                  assertThat(numbers).as(name + ": " + output).hasSameSizeAs(wanted);
                  for (int i = 0; i < wanted.size(); i++) {
                    assertThat(numbers.get(i))
                        .as("%s: %s %d", name, output, i)
                        .isCloseTo(
                            wanted.get(i), within(TOLERANCE * scale(fixture, wanted.get(i))));
                  }
                }
              });
    }
  }

  private static double scale(TestModels fixture, double value) {
    return Math.abs(value)
        + fixture.model().schema().targets().get(0).back(1)
        - fixture.model().schema().targets().get(0).back(0);
  }

  private static List<List<Float>> rows(TestModels fixture) {
    List<String> columns = fixture.model().schema().inputNames();
    return fixture.named(ROWS).stream()
        .map(row -> columns.stream().map(c -> ((Number) row.get(c)).floatValue()).toList())
        .toList();
  }

  private static List<Double> numbers(JsonNode node) {
    List<Double> numbers = new ArrayList<>();
    if (node.isArray()) {
      node.forEach(inner -> numbers.addAll(numbers(inner)));
    } else {
      numbers.add(node.asDouble(Double.NaN));
    }
    return numbers;
  }
}
