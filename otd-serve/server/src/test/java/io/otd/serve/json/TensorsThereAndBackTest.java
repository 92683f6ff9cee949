// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.DeclaredTensor;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.settings.NonFinite;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Written tensors are read back bit for bit; malformed ones are rejected, and nothing worse
 * happens.
 */
class TensorsThereAndBackTest {
  private static final int TENSORS = 2_000;

  @ParameterizedTest
  @EnumSource(
      names = {"HALF", "BFLOAT16", "UINT16"},
      mode = EnumSource.Mode.EXCLUDE)
  void random_tensors_round_trip(ElementType type) {
    SplittableRandom random = new SplittableRandom(20 + type.number());
    for (int i = 0; i < TENSORS; i++) {
      HostTensor tensor = tensor(type, random);
      for (PredictFormat format : PredictFormat.values()) {
        if (format == PredictFormat.ROW && (tensor.rank() == 0 || tensor.size(0) == 0)) {
          continue;
        }
        HostTensor back = read(type, request(format, tensor, type == ElementType.STRING));
        requireSame(tensor, back);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT", "INT64", "STRING", "BOOL", "UINT8"})
  void corrupted_bodies_are_rejected_without_other_failures(ElementType type) {
    SplittableRandom random = new SplittableRandom(70 + type.number());
    int refused = 0;
    for (int i = 0; i < TENSORS; i++) {
      HostTensor tensor = tensor(type, random);
      byte[] body = request(PredictFormat.COLUMN, tensor, false);
      byte[] broken = random.nextBoolean() ? replaced(body, random) : cut(body, random);
      try {
        read(type, broken);
      } catch (ServingException e) {
        assertThat(e.code()).isEqualTo(StatusCode.INVALID_ARGUMENT);
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(TENSORS / 2);
  }

  private static byte[] replaced(byte[] body, SplittableRandom random) {
    byte[] signs =
        "{}[]\",:\\-+.eE0123456789tfnuNaI \n\u0000\u0001\u00ff"
            .getBytes(StandardCharsets.ISO_8859_1);
    byte[] broken = body.clone();
    for (int i = random.nextInt(1, 5); i > 0; i--) {
      broken[random.nextInt(broken.length)] = signs[random.nextInt(signs.length)];
    }
    return broken;
  }

  private static byte[] cut(byte[] body, SplittableRandom random) {
    int from = random.nextInt(body.length);
    int to = random.nextInt(from, body.length);
    byte[] broken = new byte[body.length - to + from];
    System.arraycopy(body, 0, broken, 0, from);
    System.arraycopy(body, to, broken, from, body.length - to);
    return broken;
  }

  /** The text of a response, turned into a request. */
  private static byte[] request(PredictFormat format, HostTensor tensor, boolean bytes) {
    byte[] reply =
        new PredictReplyJson(NonFinite.BARE).write(format, Map.of(bytes ? "x_bytes" : "x", tensor));
    // As long as the names they replace, so that invalid UTF-8 survives.
    String text = new String(reply, StandardCharsets.ISO_8859_1);
    return text.replaceFirst("\"predictions\"", "\"instances\"")
        .replaceFirst("\"outputs\"", "\"inputs\"")
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static HostTensor read(ElementType type, byte[] body) {
    return PredictRequestJson.of(body)
        .inputs(Map.of("x", new DeclaredTensor("x:0", type, Optional.empty())))
        .values()
        .iterator()
        .next();
  }

  private static void requireSame(HostTensor tensor, HostTensor back) {
    assertThat(back).hasToString(tensor.toString());
    assertThat(back.bytes()).isEqualTo(tensor.bytes());
    for (int i = 0; tensor.type() == ElementType.STRING && i < tensor.elements(); i++) {
      assertThat(back.string(i)).isEqualTo(tensor.string(i));
    }
  }

  /** Of rank up to 4; a size of 0 is the last, because JSON cannot represent the sizes after it. */
  private static HostTensor tensor(ElementType type, SplittableRandom random) {
    long[] shape = new long[random.nextInt(5)];
    for (int axis = 0; axis < shape.length; axis++) {
      shape[axis] = random.nextInt(1, 5);
    }
    if (shape.length > 0 && random.nextInt(10) == 0) {
      shape[shape.length - 1] = 0;
    }
    int elements = (int) HostTensor.elements(shape);
    if (type == ElementType.STRING) {
      byte[][] strings = new byte[elements][];
      for (int i = 0; i < elements; i++) {
        strings[i] = new byte[random.nextInt(12)];
        random.nextBytes(strings[i]);
      }
      return HostTensor.ofStrings(shape, strings);
    }
    ByteBuffer bytes = ByteBuffer.allocate(elements * type.bytes()).order(ByteOrder.nativeOrder());
    for (int i = 0; i < elements; i++) {
      put(type, bytes, random);
    }
    return HostTensor.of(type, shape, bytes.flip());
  }

  private static void put(ElementType type, ByteBuffer bytes, SplittableRandom random) {
    switch (type) {
      case FLOAT -> bytes.putFloat(real(random, Float.intBitsToFloat(random.nextInt())));
      case DOUBLE -> {
        double any = Double.longBitsToDouble(random.nextLong());
        bytes.putDouble(
            Double.isNaN(any) ? Double.NaN : random.nextBoolean() ? any : random.nextDouble());
      }
      case BOOL -> bytes.put((byte) random.nextInt(2));
      default -> {
        // Small magnitudes too, not only those near the limits.
        long bits = random.nextLong() >> random.nextInt(64);
        if (type.text().startsWith("u")) {
          bits = random.nextLong() >>> random.nextInt(64);
        }
        switch (type.bytes()) {
          case 1 -> bytes.put((byte) bits);
          case 2 -> bytes.putShort((short) bits);
          case 4 -> bytes.putInt((int) bits);
          default -> bytes.putLong(bits);
        }
      }
    }
  }

  /** Any bit pattern, with a single NaN, or a number as models return them. */
  private static float real(SplittableRandom random, float any) {
    if (random.nextBoolean()) {
      return random.nextBoolean() ? random.nextInt(-2000, 2000) / 8f : (float) random.nextDouble();
    }
    return Float.isNaN(any) ? Float.NaN : any;
  }
}
