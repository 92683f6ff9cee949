// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.numpy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.files.NpyPrologue;
import io.otd.table.problem.InputException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NpyFileTest {
  private static NpyFile open(String type, int count, String values) throws IOException {
    byte[] header = NpyPrologue.write(type, new int[] {count});
    byte[] bytes = HexFormat.of().parseHex(values);
    byte[] all = java.util.Arrays.copyOf(header, header.length + bytes.length);
    System.arraycopy(bytes, 0, all, header.length, bytes.length);
    return NpyFile.open("a", new ByteArrayInputStream(all), all.length);
  }

  /** Two numbers each, bytes as {@code numpy.array([a, b], dtype=type).tobytes().hex()} says. */
  @ParameterizedTest
  @CsvSource({
    "|b1, 0100, 1, 0",
    "|i1, ff7f, -1, 127",
    "|u1, ff7f, 255, 127",
    "<i2, feff0001, -2, 256",
    ">i2, fffe0100, -2, 256",
    "<u2, feff0001, 65534, 256",
    "<i4, feffffff00000100, -2, 65536",
    "<u4, feffffff00000100, 4294967294, 65536",
    "<i8, feffffffffffffff0000000001000000, -2, 4294967296",
    ">i8, fffffffffffffffe0000000100000000, -2, 4294967296",
    "<u8, 00000000000000800000000001000000, 9223372036854775808, 4294967296",
    "<f4, 0000803e000040c0, 0.25, -3",
    "<f8, 000000000000d03f00000000000008c0, 0.25, -3"
  })
  void reads_numbers_of_every_type(String type, String bytes, double first, double second)
      throws IOException {
    try (NpyFile file = open(type, 2, bytes)) {
      assertThat(file.next(2)).containsExactly(first, second);
    }
  }

  @ParameterizedTest
  @CsvSource({"<c8", "|S4", "<f2", "<i3", "|V4", "<M8", "|b2"})
  void unsupported_types_are_rejected(String type) {
    assertThatThrownBy(() -> open(type, 1, "00".repeat(16)))
        .isInstanceOf(InputException.class)
        .hasMessage("a: values of type " + type + " (expected: numbers, such as float64, <f8)");
  }

  /** As {@code numpy.array([[[1, 2]], [[-0.5, 3]]], dtype="f4").tobytes()}. */
  @Test
  void writes_single_precision_as_numpy_does() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    NpyArray.floats(new float[][] {{1, 2}, {-.5f, 3}}, 1, 2).writeTo(out);
    byte[] all = out.toByteArray();
    byte[] values = java.util.Arrays.copyOfRange(all, all.length - 16, all.length);
    assertThat(HexFormat.of().formatHex(values)).isEqualTo("0000803f00000040000000bf00004040");
    try (NpyFile file = NpyFile.open("a", new ByteArrayInputStream(all), all.length)) {
      assertThat(file.shape()).containsExactly(2, 1, 2);
      assertThat(file.next(4)).containsExactly(1, 2, -.5, 3);
    }
    assertThatThrownBy(() -> NpyArray.floats(new float[][] {{1, 2}, {3}}, 2))
        .hasMessage("row of 1 values (expected: 2, axes [2])");
  }
}
