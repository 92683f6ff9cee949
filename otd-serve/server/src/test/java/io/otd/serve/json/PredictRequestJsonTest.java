// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.DeclaredTensor;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import java.nio.FloatBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples and the rejections in TensorFlow Serving's documentation and tests. */
class PredictRequestJsonTest {
  private static Map<String, DeclaredTensor> declared(Object... namesAndTypes) {
    Map<String, DeclaredTensor> all = new LinkedHashMap<>();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      all.put(
          (String) namesAndTypes[i],
          new DeclaredTensor(
              namesAndTypes[i] + ":0", (ElementType) namesAndTypes[i + 1], Optional.empty()));
    }
    return all;
  }

  private static PredictRequestJson request(String body) {
    return PredictRequestJson.of(body.getBytes(StandardCharsets.UTF_8));
  }

  private static HostTensor only(ElementType type, String body) {
    return request(body).inputs(declared("x", type)).values().iterator().next();
  }

  private static HostTensor rows(ElementType type, String instances) {
    return only(type, "{\"instances\": " + instances + "}");
  }

  private static HostTensor column(ElementType type, String inputs) {
    return only(type, "{\"inputs\": " + inputs + "}");
  }

  private static float[] floats(HostTensor tensor) {
    FloatBuffer buffer = tensor.bytes().asFloatBuffer();
    float[] values = new float[buffer.remaining()];
    buffer.get(values);
    return values;
  }

  @Test
  void reads_bare_rows() {
    HostTensor scalars = rows(ElementType.FLOAT, "[1, 2.0, 3, 4, 5.003, 0.007, 0.0]");
    assertThat(scalars).hasToString("float[7]");
    assertThat(floats(scalars)).containsExactly(1, 2, 3, 4, 5.003f, 0.007f, 0);

    HostTensor lists = rows(ElementType.INT32, "[[[1,2],[3,4],[5,6]],[[7,8],[9,0],[1,2]]]");
    assertThat(lists).hasToString("int32[2, 3, 2]");
    assertThat(lists.bytes().asIntBuffer().get(7)).isEqualTo(8);
    assertThat(rows(ElementType.FLOAT, "[[],[]]")).hasToString("float[2, 0]");
  }

  @Test
  void reads_named_rows_with_names_in_any_order() {
    Map<String, HostTensor> inputs =
        request(
                "{\"instances\": [{\"a\": [1, 2], \"s\": \"foo\"}, {\"s\": \"bar\", \"a\": [3, 4]}]}")
            .inputs(declared("s", ElementType.STRING, "a", ElementType.DOUBLE));

    assertThat(inputs.keySet()).containsExactly("s", "a");
    assertThat(inputs.get("a")).hasToString("double[2, 2]");
    assertThat(inputs.get("a").bytes().asDoubleBuffer().get(2)).isEqualTo(3);
    assertThat(inputs.get("s").string(1)).asString().isEqualTo("bar");
  }

  @Test
  void reads_columns_named_and_bare() {
    assertThat(column(ElementType.FLOAT, "[[1], [2]]")).hasToString("float[2, 1]");
    assertThat(column(ElementType.FLOAT, "3.0")).hasToString("float[]");
    assertThat(column(ElementType.FLOAT, "{\"zzz\": [\"?\"], \"x\": [1]}")).hasToString("float[1]");
    assertThat(column(ElementType.FLOAT, "[]")).hasToString("float[0]");
    assertThat(column(ElementType.STRING, "{\"b64\": \"aGVsbG8=\"}").string(0))
        .asString()
        .isEqualTo("hello");
    assertThat(column(ElementType.FLOAT, "{\"x\": 1, \"x\": 2}").bytes().getFloat(0)).isEqualTo(1);
  }

  @Test
  void reads_strings_with_escapes_and_base64() {
    HostTensor tensor =
        rows(
            ElementType.STRING,
            "[\"h\u00e9llo \u4e16\", \"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00\", "
                + "{ \"b64\" : \"AP8=\" }]");
    assertThat(tensor.string(0)).asString(StandardCharsets.UTF_8).isEqualTo("h\u00e9llo \u4e16");
    assertThat(tensor.string(1))
        .asString(StandardCharsets.UTF_8)
        .isEqualTo("\"\\/\b\f\n\r\t\u00e9\ud83d\ude00");
    assertThat(tensor.string(2)).containsExactly(0, 0xFF);
  }

  @ParameterizedTest
  @ValueSource(strings = {"aGVsb G8=", "aGVs\\r\\nbG8=", " a\\tGVsbG8 ", "aGVsbG8"})
  void reads_base64_with_white_space_anywhere_and_without_padding(String text) {
    assertThat(rows(ElementType.STRING, "[{\"b64\": \"" + text + "\"}]").string(0))
        .asString()
        .isEqualTo("hello");
  }

  @Test
  void accepts_bare_words_for_non_finite_numbers() {
    assertThat(floats(rows(ElementType.FLOAT, "[NaN, Infinity, -Infinity]")))
        .containsExactly(Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"+Infinity", "+INF", "-INF"})
  void rejects_other_words_for_infinite_numbers(String word) {
    assertThatThrownBy(() -> rows(ElementType.FLOAT, "[" + word + "]"))
        .isInstanceOf(ServingException.class)
        .hasMessageEndingWith(
            "JSON Parse error: Unrecognized token '%s': was expecting NaN, Infinity or -Infinity"
                + " at offset: 15",
            word);
  }

  @Test
  void floats_overflow_to_infinity_and_underflow_to_zero() {
    assertThat(
            floats(
                rows(
                    ElementType.FLOAT, "[1.7976931348623157e308, -1e39, 2.2250738585072014e-308]")))
        .containsExactly(Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 0);
    assertThat(floats(rows(ElementType.FLOAT, "[-0.0, -0]"))).containsExactly(-0f, 0f);
  }

  @Test
  void finds_the_signature_wherever_it_stands() {
    PredictRequestJson request =
        request(
            "{\"other\": {\"signature_name\": 7}, \"instances\": [1], \"signature_name\": \"s\"} x");
    assertThat(request.signatureName()).isEqualTo("s");
    assertThat(request.format()).isEqualTo(PredictFormat.ROW);
    assertThat(request("\ufeff {\"inputs\": 1}").format()).isEqualTo(PredictFormat.COLUMN);
  }

  @ParameterizedTest
  @CsvSource({
    "INT8, -128, 127",
    "UINT8, 0, 255",
    "INT16, -32768, 32767",
    "INT32, -2147483648, 2147483647",
    "UINT32, 0, 4294967295",
    "INT64, -9223372036854775808, 9223372036854775807",
    "UINT64, 0, 18446744073709551615"
  })
  void integers_accept_only_integer_literals_within_their_range(
      ElementType type, String least, String most) {
    assertThat(rows(type, "[" + least + "," + most + "]").elements()).isEqualTo(2);
    String beyond = new java.math.BigInteger(most).add(java.math.BigInteger.ONE).toString();
    String below = new java.math.BigInteger(least).subtract(java.math.BigInteger.ONE).toString();
    for (String wrong :
        new String[] {beyond, below, "1.0", "1e0", "true", "\"1\"", "null", "NaN"}) {
      assertThatThrownBy(() -> rows(type, "[" + wrong + "]"))
          .isInstanceOf(ServingException.class)
          .hasMessageContaining("JSON Value: " + wrong)
          .hasMessageContaining("not of expected type: " + type.text());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''| JSON Parse error: The document is empty",
        "'  '| JSON Parse error: The document is empty",
        "instances = [1]| JSON Parse error: Unrecognized token 'instances'",
        "{\"instances\": [1.0, 2.0| Unexpected end-of-input: expected close marker for Array at offset: 23",
        "{\"instances\": [1.0,]}| Unexpected character (']' (code 93)): expected a value at offset: 19",
        "{'instances': [1.0]}| was expecting double-quote to start field name at offset: 1",
        "{\"instances\" [1.0]}| was expecting a colon to separate field name and value at offset: 13",
        "{\"instances\": [1.0]| Unexpected end-of-input: expected close marker for Object at offset: 19",
        "{\"instances\": [01]}| Leading zeroes not allowed at offset: 16",
        "{\"instances\": [1.]}| Decimal point not followed by a digit at offset: 17",
        "{\"instances\": [1e]}| Exponent indicator not followed by a digit at offset: 17",
        "{\"instances\": [1e309]}| Number too big to be stored in double. at offset: 15",
        "{\"instances\": [+1]}| JSON spec does not allow numbers to have plus signs at offset: 16",
        "{\"instances\": [nul]}| Unrecognized token 'nul'",
        "{\"instances\": [\"a]}| Unexpected end-of-input in VALUE_STRING at offset: 19",
        "{\"instances\": [\"\\x\"]}| Unrecognized character escape 'x' (code 120)",
        "{\"instances\": [\"\\u12g4\"]}| Unexpected character ('g' (code 103)): expected a hex-digit for character escape sequence",
        "[1.0]| JSON Value: [1.0] Is not object",
        "5| JSON Value: 5 Is not object",
        "{\"a\": 1}| Missing 'inputs' or 'instances' key",
        "{\"instances\": [1], \"inputs\": [1]}| Not formatted correctly",
        "{\"signature_name\": 100, \"instances\": [1]}| 'signature_name' key must be a string value",
        "{\"instances\": {\"x\": 1}}| Expecting 'instances' to be an list/array",
        "{\"instances\": []}| No values in 'instances' array",
        "{\"instances\": [[1,2],[3,4],[5,6,7]]}| Expecting tensor size: 2 but got: 3",
        "{\"instances\": [[1,2],[3,4],[[5,6]]]}| Expecting shape [2] but got: [1,2]",
        "{\"instances\": [1, [1]]}| Expecting shape [] but got: [1]",
        "{\"instances\": [[[1,2],[3]]]}| Encountered list at unexpected size: 1 at level: 1 expected size: 2",
        "{\"inputs\": [1,[2]]}| Encountered list at unexpected level: 1 expected < 1",
        "{\"inputs\": [[1],2]}| JSON Value: 2 found at incorrect level: 2 in the JSON DOM. Expected at level: 2",
        "{\"instances\": [{\"x\": [1.0]}, [2.0]]}| Expecting object but got list at item 1 of input list",
        "{\"instances\": [[1.0], {\"x\": [2.0]}]}| Expecting value/list but got object at item 1",
        "{\"instances\": [{\"z\": [1.0]}]}| key: z of 'instances' list. Error: INVALID_ARGUMENT: JSON object: does not have named input: z",
        "{\"instances\": [{\"x\": 1, \"x\": 2}]}| key: x of 'instances' list. Error: INVALID_ARGUMENT",
        "{\"instances\": [{}]}| JSON object: {} keys must be equal to: x",
        "{\"inputs\": {\"y\": 1}}| Missing named input: x in 'inputs' object.",
        "{\"instances\": [{\"b64\": \"aGVsbG8=\"}]}| Type: Object is not of expected type: float",
      })
  void refusesInTensorFlowServingsWords(String body, String message) {
    assertThatThrownBy(() -> only(ElementType.FLOAT, body))
        .isInstanceOfSatisfying(
            ServingException.class,
            e -> assertThat(e.code()).isEqualTo(StatusCode.INVALID_ARGUMENT))
        .hasMessageContaining(message);
  }

  @Test
  void rejects_plain_or_incomplete_values_for_multiple_inputs() {
    Map<String, DeclaredTensor> two = declared("b", ElementType.FLOAT, "a", ElementType.FLOAT);
    assertThatThrownBy(() -> request("{\"instances\": [1]}").inputs(two))
        .hasMessageContaining("instances is a plain list");
    assertThatThrownBy(() -> request("{\"inputs\": [1]}").inputs(two))
        .hasMessageContaining("inputs is a plain value/list");
    assertThatThrownBy(() -> request("{\"instances\": [{\"a\":1,\"b\":2}, {\"a\":1}]}").inputs(two))
        .hasMessage(
            "Failed to process element: 1 of 'instances' list. JSON object: {\"a\":1} keys must be"
                + " equal to: a,b");
    assertThatThrownBy(() -> request("{\"instances\": [1]}").inputs(Map.of()))
        .hasMessage("Failed to get input map for signature: DEFAULT");
  }

  @Test
  void rejects_types_json_cannot_represent() {
    assertThatThrownBy(() -> column(ElementType.HALF, "[1.0]"))
        .isInstanceOfSatisfying(
            ServingException.class, e -> assertThat(e.code()).isEqualTo(StatusCode.UNIMPLEMENTED))
        .hasMessage("Conversion of JSON Value: 1.0 to type: half");
    assertThatThrownBy(() -> rows(ElementType.HALF, "[1.0]"))
        .isInstanceOfSatisfying(
            ServingException.class,
            e -> assertThat(e.code()).isEqualTo(StatusCode.INVALID_ARGUMENT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\ud800", "a\\udc00", "\\ud800\\ud800", "\\ud800a"})
  void rejects_halves_of_surrogate_pairs(String text) {
    assertThatThrownBy(() -> rows(ElementType.STRING, "[\"" + text + "\"]"))
        .hasMessageContaining("The surrogate pair in string is invalid.");
    String inputs = "{\"inputs\": {\"x\": 1, \"" + text + "\": 2}}";
    assertThatThrownBy(() -> only(ElementType.FLOAT, inputs))
        .isInstanceOf(ServingException.class)
        .hasMessageContaining("surrogate");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
  void rejects_other_encodings_than_utf_8(String encoding) {
    byte[] body = "{\"instances\": [1]}".getBytes(Charset.forName(encoding));
    assertThatThrownBy(() -> PredictRequestJson.of(body))
        .isInstanceOf(ServingException.class)
        .hasMessage("JSON Parse error: another encoding (expected: UTF-8)");
  }

  /** In an order of bytes that no encoding has; in a string; at the end of the body. */
  @ParameterizedTest
  @ValueSource(strings = {"007b0000", "7b2261ff223a317d", "7b22c3"})
  void rejects_bytes_that_are_not_utf_8(String hex) {
    assertThatThrownBy(() -> PredictRequestJson.of(HexFormat.of().parseHex(hex)))
        .isInstanceOfSatisfying(
            ServingException.class,
            e -> assertThat(e.code()).isEqualTo(StatusCode.INVALID_ARGUMENT))
        .hasMessageStartingWith("JSON Parse error: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"!!!", "a", "aGVsbG8===", "aGk=aGk=", "aGk=aG"})
  void rejects_invalid_base64(String text) {
    assertThatThrownBy(() -> rows(ElementType.STRING, "[{\"b64\": \"" + text + "\"}]"))
        .hasMessageContaining("Unable to base64 decode");
  }

  @Test
  void deeply_nested_json_is_handled_safely() {
    assertThat(floats(only(ElementType.FLOAT, "{\"instances\": [1], \"n\":" + nested(999) + "}")))
        .containsExactly(1);
    assertThatThrownBy(() -> request("{\"signature_name\":" + nested(999) + "}"))
        .hasMessageContaining("must be a string value");
    assertThatThrownBy(() -> rows(ElementType.FLOAT, nested(999)))
        .hasMessageContaining("Encountered list at level: 254");
    for (String place : List.of("n", "signature_name", "instances")) {
      assertThatThrownBy(() -> request("{\"%s\":%s}".formatted(place, nested(500_000))))
          .hasMessage(
              "JSON Parse error: Document nesting depth (1001) exceeds the maximum allowed (1000)"
                  + " at offset: %s",
              place.length() + 1004);
    }
  }

  private static String nested(int lists) {
    return "[".repeat(lists) + "]".repeat(lists);
  }
}
