// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.predict.TableRows;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.DeclaredTensor;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.monitor.ObservationsRequestJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Truncated values, wherever a body may have one: accepted, or rejected as a client error. */
class TruncatedWordsTest {
  private static final List<String> WORDS =
      List.of(
          "true",
          "false",
          "null",
          "NaN",
          "-NaN",
          "Inf",
          "-Inf",
          "Infinity",
          "-Infinity",
          "-12.5e+10",
          "\"a\\u00e9\\n\"",
          "{\"b64\": \"AP8=\"}",
          "[1, [2]]");

  private static final List<String> PLACES =
      List.of(
          "%s",
          " %s ",
          "{\"rows\": %s",
          "{\"rows\": [[%s",
          "{\"rows\": [[%s]], \"seed\": 1}",
          "{\"rows\": [{\"x\": %s}]}",
          "{\"instances\": [%s",
          "{\"instances\": [%s]}",
          "{\"instances\": %s}",
          "{\"inputs\": {\"x\": %s}}",
          "{\"examples\": [{\"x\": %s}]}",
          "{\"examples\": %s}",
          "{\"observations\": [{\"prediction_id\": \"a\", \"observed\": %s}]}",
          "{\"%s\": 1}",
          "{\"seed\": %s}");

  private static final List<String> ENDS =
      List.of("", "i", "n", "y", "0", "\"", "]", "}", ",", "x");

  @Test
  void every_truncated_value_is_either_accepted_or_a_client_error() {
    List<String> faults = new ArrayList<>();
    for (String word : WORDS) {
      for (int length = 1; length <= word.length(); length++) {
        for (String end : ENDS) {
          for (String place : PLACES) {
            String body = place.replace("%s", word.substring(0, length) + end);
            faults.addAll(faults(body));
          }
        }
      }
    }
    assertThat(faults).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Infi", "-Infi", "Infinit", "-Infinit", "Inf", "NaN"})
  void a_bare_word_is_not_a_valid_body(String body) {
    assertThat(faults(body)).isEmpty();
    assertThat(refusal(b -> PredictRequestJson.of(b), body)).isEqualTo(StatusCode.INVALID_ARGUMENT);
  }

  private static List<String> faults(String body) {
    List<Consumer<byte[]>> readers =
        List.of(
            b -> PredictRequestJson.of(b).inputs(declared()),
            b -> ExamplesRequestJson.of(b).examples(),
            b -> DistributionRequestJson.of(b).read(rows()),
            ObservationsRequestJson::read);
    List<String> faults = new ArrayList<>();
    for (Consumer<byte[]> reader : readers) {
      try {
        StatusCode code = refusal(reader, body);
        if (code != StatusCode.OK && code != StatusCode.INVALID_ARGUMENT) {
          faults.add(body + ": " + code);
        }
      } catch (RuntimeException e) {
        faults.add(body + ": " + e);
      }
    }
    return faults;
  }

  private static StatusCode refusal(Consumer<byte[]> reader, String body) {
    try {
      reader.accept(body.getBytes(StandardCharsets.UTF_8));
      return StatusCode.OK;
    } catch (ServingException e) {
      return e.code();
    }
  }

  private static Map<String, DeclaredTensor> declared() {
    return Map.of(
        "x",
        new DeclaredTensor("x:0", "DT_FLOAT", Optional.of(ElementType.FLOAT), Optional.empty()));
  }

  private static TableRows rows() {
    return new TableRows(
        new TableSchema(List.of(NumericInput.plain("x")), List.of(TargetColumn.plain("y"))));
  }
}
