// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.openinference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Layouts written out by hand, as the binary tensor data extension has them. */
class RawContentsTest {
  private static byte[] array(ByteBuffer bytes) {
    byte[] array = new byte[bytes.remaining()];
    bytes.get(array);
    return array;
  }

  @Test
  void numbers_are_little_endian_and_in_row_major_order() {
    byte[] bytes = {0, 0, (byte) 0x80, 0x3f, 0, 0, 0, (byte) 0xc0};
    HostTensor tensor =
        RawContents.read("x", Datatype.FP32, new long[] {1, 2}, ByteBuffer.wrap(bytes));
    assertThat(tensor.floats()).containsExactly(1f, -2f);
    assertThat(tensor.shape()).containsExactly(1, 2);
    assertThat(array(RawContents.write(tensor))).isEqualTo(bytes);
  }

  @Test
  void each_string_is_prefixed_with_its_length() {
    byte[] bytes = {2, 0, 0, 0, 'h', 'i', 0, 0, 0, 0};
    HostTensor tensor =
        RawContents.read("s", Datatype.BYTES, new long[] {2}, ByteBuffer.wrap(bytes));
    assertThat(new String(tensor.string(0), StandardCharsets.US_ASCII)).isEqualTo("hi");
    assertThat(tensor.string(1)).isEmpty();
    assertThat(RawContents.size(tensor)).isEqualTo(bytes.length);
    assertThat(array(RawContents.write(tensor))).isEqualTo(bytes);
  }

  @Test
  void any_byte_but_zero_is_true() {
    byte[] bytes = {0, 1, 2, -1};
    HostTensor tensor =
        RawContents.read("b", Datatype.BOOL, new long[] {4}, ByteBuffer.wrap(bytes));
    assertThat(array(RawContents.write(tensor))).containsExactly(0, 1, 1, 1);
  }

  @Test
  void strings_with_missing_or_excess_bytes_are_rejected() {
    byte[][] wrong = {
      {}, {1, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 0, 7}, {-1, -1, -1, -1}, {0, 0, 0, -128, 1}
    };
    for (byte[] bytes : wrong) {
      assertThatThrownBy(
              () -> RawContents.read("s", Datatype.BYTES, new long[] {1}, ByteBuffer.wrap(bytes)))
          .isInstanceOf(ServingException.class)
          .hasMessageStartingWith("input \"s\": ");
    }
  }

  @ParameterizedTest
  @EnumSource(Datatype.class)
  void every_datatype_maps_to_its_element_type_and_back(Datatype datatype) {
    assertThat(Datatype.of(datatype.element())).isEqualTo(datatype);
    assertThat(Datatype.named("x", datatype.name())).isEqualTo(datatype);
  }
}
