// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.settings.NonFinite;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PredictReplyJsonTest {
  private static String written(PredictFormat format, Map<String, HostTensor> outputs) {
    return written(NonFinite.BARE, format, outputs);
  }

  private static String written(
      NonFinite nonFinite, PredictFormat format, Map<String, HostTensor> outputs) {
    return new String(
        new PredictReplyJson(nonFinite).write(format, outputs), StandardCharsets.UTF_8);
  }

  private static HostTensor strings(String... texts) {
    byte[][] bytes = new byte[texts.length][];
    for (int i = 0; i < texts.length; i++) {
      bytes[i] = texts[i].getBytes(StandardCharsets.UTF_8);
    }
    return HostTensor.ofStrings(new long[] {texts.length}, bytes);
  }

  /** Layout as in TensorFlow Serving's documentation. */
  @Test
  void writes_rows() {
    HostTensor vector = HostTensor.of(new float[] {3.5f, 4, 5.5f}, 3);
    assertThat(written(PredictFormat.ROW, Map.of("y", vector)))
        .isEqualTo("{\n    \"predictions\": [3.5, 4.0, 5.5\n    ]\n}");

    Map<String, HostTensor> two = new LinkedHashMap<>();
    two.put("a", HostTensor.of(new float[] {1, 2, 3, 4}, 2, 2, 1));
    two.put("s", strings("foo", "b\"a\\r\n\u0001\u00e9"));
    assertThat(written(PredictFormat.ROW, two).replaceAll("\n *", ""))
        .isEqualTo(
            "{\"predictions\": [{\"a\": [[1.0], [2.0]],\"s\": \"foo\"},"
                + "{\"a\": [[3.0], [4.0]],\"s\": \"b\\\"a\\\\r\\n\\u0001\u00e9\"}]}");
  }

  @Test
  void writes_columns() {
    assertThat(written(PredictFormat.COLUMN, Map.of("y", HostTensor.of(new float[] {2}))))
        .isEqualTo("{\n    \"outputs\": 2.0\n}");
    Map<String, HostTensor> two = new LinkedHashMap<>();
    two.put("a", HostTensor.of(new float[] {1, 2, 3, 4}, 2, 2));
    two.put("b_bytes", strings("hello"));
    assertThat(written(PredictFormat.COLUMN, two).replaceAll("\n *", ""))
        .isEqualTo(
            "{\"outputs\": {\"a\": [[1.0, 2.0], [3.0, 4.0]],\"b_bytes\": [{\"b64\":"
                + " \"aGVsbG8=\"}]}}");
  }

  @Test
  void writes_empty_tensors() {
    HostTensor none = HostTensor.of(new float[0], 2, 3, 0);
    assertThat(written(PredictFormat.COLUMN, Map.of("y", none)))
        .contains("[[[], [], []], [[], [], []]]");
    assertThat(written(PredictFormat.ROW, Map.of("y", none))).contains("[[], [], []]");
    assertThat(written(PredictFormat.ROW, Map.of("y", HostTensor.of(new float[0], 0))))
        .contains("[]");
  }

  /** The first five: FromJsonSingleFloatTensorSixDigitPrecision and its like; %.9g the others. */
  @Test
  void floats_are_written_with_the_fewest_digits_in_printf_style() {
    float[] values = {
      9000000,
      999999,
      .5f,
      .0003f,
      .00003f,
      0,
      -0f,
      1234567,
      16777216,
      555557.5f,
      1e-10f,
      Float.MAX_VALUE,
      Float.MIN_NORMAL,
      -1.5e20f,
      123.456f,
      1e9f,
      0.2f,
      100000,
      1000000
    };
    assertThat(written(PredictFormat.COLUMN, Map.of("y", HostTensor.of(values, values.length))))
        .contains(
            "[9e+06, 999999.0, 0.5, 0.0003, 3e-05, 0.0, -0.0, 1234567.0, 16777216.0, 555557.5,"
                + " 1e-10, 3.4028235e+38, 1.1754944e-38, -1.5e+20, 123.456, 1e+09, 0.2, 100000.0,"
                + " 1e+06]");
  }

  @Test
  void doubles_are_written_with_the_fewest_digits() {
    double[] values = {.1, Math.PI, 1e-300, 123456789.12345679, 1e16, 1e100, 12345678901234568.0};
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.nativeOrder());
    bytes.asDoubleBuffer().put(values);
    assertThat(
            written(
                PredictFormat.COLUMN,
                Map.of("y", HostTensor.of(ElementType.DOUBLE, new long[] {values.length}, bytes))))
        .contains(
            "[0.1, 3.141592653589793, 1e-300, 123456789.12345679, 1e+16, 1e+100,"
                + " 12345678901234568.0]");
  }

  @Test
  void non_finite_numbers_are_written_in_the_configured_form() {
    Map<String, HostTensor> odd =
        Map.of(
            "y",
            HostTensor.of(
                new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}, 3));
    assertThat(written(NonFinite.BARE, PredictFormat.COLUMN, odd))
        .contains("[NaN, Infinity, -Infinity]");
    assertThat(written(NonFinite.NULL, PredictFormat.COLUMN, odd)).contains("[null, null, null]");
    assertThat(written(NonFinite.STRING, PredictFormat.COLUMN, odd))
        .contains("[\"NaN\", \"Infinity\", \"-Infinity\"]");
  }

  @Test
  void rejects_outputs_the_format_cannot_represent() {
    HostTensor scalar = HostTensor.of(new float[1]);
    assertThatThrownBy(() -> written(PredictFormat.ROW, Map.of("y", scalar)))
        .hasMessage("Tensor name: y has no shape information ");
    assertThatThrownBy(
            () ->
                written(
                    PredictFormat.ROW,
                    new LinkedHashMap<>(
                        Map.of(
                            "a", HostTensor.of(new float[1], 1),
                            "b", HostTensor.of(new float[2], 2)))))
        .hasMessageContaining("has inconsistent batch size: ");
    assertThatThrownBy(() -> written(PredictFormat.COLUMN, Map.of()))
        .hasMessage("Cannot convert empty tensor map to JSON");
    HostTensor half = HostTensor.of(ElementType.HALF, new long[] {1}, ByteBuffer.allocate(2));
    assertThatThrownBy(() -> written(PredictFormat.COLUMN, Map.of("h", half)))
        .hasMessage("Failed to write JSON value for tensor type: half");
  }
}
