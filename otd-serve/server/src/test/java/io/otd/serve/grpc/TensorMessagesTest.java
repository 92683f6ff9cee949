// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;

class TensorMessagesTest {
  private static final TensorReader READER = new TensorReader(1 << 20);

  private static TensorProto.Builder message(DataType type, long... shape) {
    TensorShapeProto.Builder sizes = TensorShapeProto.newBuilder();
    Arrays.stream(shape).forEach(size -> sizes.addDimBuilder().setSize(size));
    return TensorProto.newBuilder().setDtype(type).setTensorShape(sizes);
  }

  private static void assertFailure(TensorProto.Builder message, StatusCode code, String text) {
    assertThatThrownBy(() -> READER.read("x", message.build()))
        .hasMessageContaining(text)
        .isInstanceOfSatisfying(ServingException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @ParameterizedTest
  @EnumSource(names = "STRING", mode = EnumSource.Mode.EXCLUDE)
  void every_type_round_trips(ElementType type) {
    byte[] bytes = new byte[6 * type.bytes()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (type == ElementType.BOOL ? i % 2 : 71 * i - 100);
    }
    HostTensor tensor = HostTensor.of(type, new long[] {2, 3}, ByteBuffer.wrap(bytes));

    TensorProto message = TensorWriter.write(tensor);
    assertThat(message.getTensorContent()).isEmpty();
    HostTensor back = READER.read("x", message);
    assertThat(back.type()).isEqualTo(type);
    assertThat(back.shape()).containsExactly(2, 3);
    assertThat(back.bytes()).isEqualTo(ByteBuffer.wrap(bytes));

    TensorProto content =
        message(DataType.forNumber(type.number()), 2, 3)
            .setTensorContent(ByteString.copyFrom(bytes))
            .build();
    assertThat(READER.read("x", content).bytes()).isEqualTo(ByteBuffer.wrap(bytes));
  }

  @Test
  void numbers_use_the_value_fields_tensorflow_defines_for_their_type() {
    assertThat(READER.read("x", message(DataType.DT_UINT8, 2).addIntVal(255).addIntVal(1).build()))
        .extracting(t -> t.bytes().get(0))
        .isEqualTo((byte) 255);
    ByteBuffer unsigned =
        ByteBuffer.allocate(2).order(ByteOrder.nativeOrder()).putShort(0, (short) 65535);
    assertThat(
            TensorWriter.write(HostTensor.of(ElementType.UINT16, new long[] {1}, unsigned))
                .getIntVal(0))
        .isEqualTo(65535);
    // 1.0 as 16 bits.
    assertThat(
            READER
                .read("x", message(DataType.DT_HALF).addHalfVal(0x3c00).build())
                .bytes()
                .getShort(0))
        .isEqualTo((short) 0x3c00);
  }

  @Test
  void short_values_repeat_the_last_empty_means_zero_and_excess_is_ignored() {
    assertThat(
            READER
                .read("x", message(DataType.DT_FLOAT, 3).addFloatVal(1).addFloatVal(2).build())
                .floats())
        .containsExactly(1, 2, 2);
    assertThat(READER.read("x", message(DataType.DT_FLOAT, 2).build()).floats())
        .containsExactly(0, 0);
    assertThat(
            READER
                .read("x", message(DataType.DT_FLOAT, 1).addFloatVal(1).addFloatVal(2).build())
                .floats())
        .containsExactly(1);
    HostTensor strings =
        READER.read(
            "x", message(DataType.DT_STRING, 2).addStringVal(ByteString.copyFromUtf8("a")).build());
    assertThat(strings.string(1)).containsExactly('a');
    assertThat(READER.read("x", message(DataType.DT_STRING, 1).build()).string(0)).isEmpty();
  }

  @Test
  void strings_may_be_packed_into_tensor_content() {
    // Lengths 1, 0 and 200 (two bytes), then the bytes.
    byte[] content = new byte[4 + 201];
    content[0] = 1;
    content[2] = (byte) 0xc8;
    content[3] = 1;
    content[4] = 'a';
    TensorProto.Builder message =
        message(DataType.DT_STRING, 3).setTensorContent(ByteString.copyFrom(content));
    HostTensor tensor = READER.read("x", message.build());
    assertThat(tensor.string(0)).containsExactly('a');
    assertThat(tensor.string(1)).isEmpty();
    assertThat(tensor.string(2)).hasSize(200);

    for (int size : new int[] {1, 3, 204, 100}) {
      assertFailure(
          message(DataType.DT_STRING, 3).setTensorContent(ByteString.copyFrom(content, 0, size)),
          StatusCode.INVALID_ARGUMENT,
          "tensor parsing error: x");
    }
  }

  @Test
  void booleans_are_normalised_to_zero_or_one() {
    TensorProto message =
        message(DataType.DT_BOOL, 2)
            .setTensorContent(ByteString.copyFrom(new byte[] {0, 7}))
            .build();
    assertThat(READER.read("x", message).bytes()).isEqualTo(ByteBuffer.wrap(new byte[] {0, 1}));
  }

  @Test
  void unreadable_tensors_are_rejected() {
    assertFailure(
        message(DataType.DT_FLOAT, 3).setTensorContent(ByteString.copyFrom(new byte[8])),
        StatusCode.INVALID_ARGUMENT,
        "tensor parsing error: x");
    assertFailure(message(DataType.DT_FLOAT, -1), StatusCode.INVALID_ARGUMENT, "no negative size");
    assertFailure(
        message(DataType.DT_FLOAT, 1L << 40, 1L << 40), StatusCode.INVALID_ARGUMENT, "too many");
    assertFailure(
        message(DataType.DT_FLOAT, 1L << 40), StatusCode.RESOURCE_EXHAUSTED, "at most 1048576");
    assertFailure(message(DataType.DT_STRING, 1 << 16), StatusCode.RESOURCE_EXHAUSTED, "elements");
    assertFailure(
        message(DataType.DT_STRING, 1000)
            .addStringVal(ByteString.copyFrom(new byte[2000])), // repeated a thousand times
        StatusCode.RESOURCE_EXHAUSTED,
        "strings of 2024000 bytes (expected: at most 1048576");
    assertFailure(message(DataType.DT_RESOURCE), StatusCode.INVALID_ARGUMENT, "data type 20");
    assertFailure(message(DataType.DT_FLOAT_REF), StatusCode.INVALID_ARGUMENT, "data type 101");
    assertFailure(message(DataType.DT_INVALID), StatusCode.INVALID_ARGUMENT, "data type 0");
    assertFailure(
        TensorProto.newBuilder()
            .setDtype(DataType.DT_FLOAT)
            .setTensorShape(TensorShapeProto.newBuilder().setUnknownRank(true)),
        StatusCode.INVALID_ARGUMENT,
        "unknown rank");
  }

  @Test
  void a_scalar_has_no_dimensions() {
    HostTensor scalar = READER.read("x", message(DataType.DT_FLOAT).addFloatVal(4).build());
    assertThat(scalar.shape()).isEmpty();
    assertThat(TensorWriter.write(scalar).getTensorShape().getDimCount()).isZero();
  }
}
