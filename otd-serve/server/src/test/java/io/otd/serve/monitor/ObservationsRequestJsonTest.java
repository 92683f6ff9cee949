// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.serve.internal.status.ServingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests with observations that a client may send. */
class ObservationsRequestJsonTest {
  private static List<Observation> read(String body) {
    return ObservationsRequestJson.read(body.getBytes(StandardCharsets.UTF_8));
  }

  private static Observation one(String values) {
    return read("{\"observations\": [{\"prediction_id\": \"p\", \"observed\": " + values + "}]}")
        .get(0);
  }

  @Test
  void values_are_numbers_lists_or_objects() {
    assertThat(one("4.5"))
        .isEqualTo(
            new Observation("p", OptionalInt.empty(), new Observation.InOrder(List.of(4.5))));
    assertThat(one("[1, null]").values())
        .isEqualTo(new Observation.InOrder(List.of(1.0, Double.NaN)));
    assertThat(one("{\"a\": -1e3, \"b\": null}").values())
        .isEqualTo(new Observation.ByName(Map.of("a", -1000.0, "b", Double.NaN)));
    assertThat(
            read(
                "{\"observations\": [{\"observed\": 1, \"row\": 7, \"prediction_id\":"
                    + " \"\\u0070\"}]}"))
        .containsExactly(
            new Observation("p", OptionalInt.of(7), new Observation.InOrder(List.of(1.0))));
    assertThat(read("{\"observations\": []}")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | observations: not given (expected: a list of objects)",
        "{\"rows\": []} | unknown member \"rows\" (expected: observations)",
        "{\"observations\": [], \"observations\": []} | \"observations\" appears twice",
        "{\"observations\": {}} | observations: {} (expected: a list of objects)",
        "{\"observations\": [3]} | observation 0: 3 (expected: an object with prediction_id, row,"
            + " observed)",
        "{\"observations\": [{\"prediction_id\": \"p\"}]} | observation 0: observed: not given (expected: the values)",
        "{\"observations\": [{\"observed\": 1}]} | observation 0: prediction_id: not given (expected: that of the reply)",
        "{\"observations\": [{\"prediction_id\": 7}]} | observation 0: prediction_id: 7 (expected:"
            + " a text)",
        "{\"observations\": [{\"row\": -1}]} | observation 0: row: -1 (expected: an integer, >= 0)",
        "{\"observations\": [{\"row\": 1.5}]} | observation 0: row: 1.5 (expected: an integer, >="
            + " 0)",
        "{\"observations\": [{\"row\": 9999999999}]} | observation 0: row: 9999999999 (expected: an"
            + " integer, >= 0)",
        "{\"observations\": [{\"row\": 1, \"row\": 1}]} | observation 0: \"row\" appears twice",
        "{\"observations\": [{\"value\": 1}]} | observation 0: unknown member \"value\" (expected:"
            + " prediction_id, row, observed)",
      })
  void rejects_invalid_members(String body, String message) {
    assertThatThrownBy(() -> read(body)).isInstanceOf(ServingException.class).hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NaN | observed: NaN (expected: a finite number)",
        "-Infinity | observed: -Infinity (expected: a finite number)",
        "\"4\" | observed: \"4\" (expected: a number, or a list or an object of numbers)",
        "null | observed: null (expected: a number, or a list or an object of numbers)",
        "true | observed: true (expected: a number, or a list or an object of numbers)",
        "[1, \"x\"] | observed: \"x\" (expected: a finite number)",
        "[[1]] | observed: [1] (expected: a finite number)",
        "[] | observed: no value (expected: that of one target at least)",
        "[null] | observed: no value (expected: that of one target at least)",
        "{} | observed: no value (expected: that of one target at least)",
        "{\"a\": NaN} | observed: target \"a\": NaN (expected: a finite number)",
        "{\"a\": 1, \"a\": 2} | observed: target \"a\" appears twice",
      })
  void rejects_invalid_values(String values, String message) {
    assertThatThrownBy(() -> one(values))
        .isInstanceOf(ServingException.class)
        .hasMessage("observation 0: " + message);
  }
}
