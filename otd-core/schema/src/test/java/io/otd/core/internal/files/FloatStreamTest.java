// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FloatStreamTest {
  /** Below, at and beyond one block and two. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 16_383, 16_384, 16_385, 40_000})
  void floats_round_trip_bit_for_bit(int length) throws IOException {
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = Float.intBitsToFloat(i * 0x9E3779B1); // all kinds of numbers, NaN among them
    }
    byte[] bytes = written(values);

    assertThat(bytes).hasSize(4 + 4 * length);
    assertThat(bits(read(bytes))).containsExactly(bits(values));
  }

  @Test
  void writes_the_same_bytes_as_a_data_output_stream() throws IOException {
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(expected);
    out.writeInt(2);
    out.writeFloat(1.5f);
    out.writeFloat(-0.0f);
    assertThat(written(new float[] {1.5f, -0.0f})).containsExactly(expected.toByteArray());
  }

  @Test
  void a_truncated_stream_is_refused() throws IOException {
    byte[] bytes = written(new float[] {1, 2, 3});
    assertThatThrownBy(() -> read(Arrays.copyOf(bytes, bytes.length - 1)))
        .isInstanceOf(EOFException.class);
  }

  @Test
  void a_negative_length_is_refused() {
    assertThatThrownBy(() -> read(new byte[] {-1, -1, -1, -1}))
        .isInstanceOf(IOException.class)
        .hasMessage("floats: -1 (expected: at least 0)");
  }

  private static byte[] written(float[] values) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    FloatStream.write(new DataOutputStream(bytes), values);
    return bytes.toByteArray();
  }

  private static float[] read(byte[] bytes) throws IOException {
    return FloatStream.read(new DataInputStream(new ByteArrayInputStream(bytes)));
  }

  private static int[] bits(float[] values) {
    int[] bits = new int[values.length];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = Float.floatToRawIntBits(values[i]);
    }
    return bits;
  }
}
