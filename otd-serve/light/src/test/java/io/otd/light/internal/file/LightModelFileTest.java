// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.light.LightModelFixture;
import io.otd.light.internal.engine.LightEngine;
import io.otd.light.internal.model.LightModel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LightModelFileTest {
  private static final int HEADER = 16;

  @TempDir Path directory;

  private LightModel read(byte[] bytes) throws IOException {
    return LightModelFile.read(Files.write(directory.resolve(LightModelFile.NAME), bytes));
  }

  /** The same bytes with a matching checksum. */
  private static byte[] signed(byte[] bytes) {
    CRC32C sum = new CRC32C();
    sum.update(bytes, HEADER, bytes.length - HEADER);
    ByteBuffer.wrap(bytes).putInt(HEADER - Integer.BYTES, (int) sum.getValue());
    return bytes;
  }

  static List<LightModel> models() {
    return List.of(
        LightModelFixture.everything(), LightModelFixture.numbers(6), LightModelFixture.trees(6));
  }

  @ParameterizedTest
  @MethodSource("models")
  void every_kind_of_model_round_trips(LightModel model) throws IOException {
    LightModel read = read(LightModelFile.bytes(model));

    assertThat(read.schema()).isEqualTo(model.schema());
    assertThat(read.tape().instructions()).isEqualTo(model.tape().instructions());
    assertThat(LightModelFile.bytes(read)).isEqualTo(LightModelFile.bytes(model));
  }

  @Test
  void a_file_cut_short_is_refused_wherever_it_ends() throws IOException {
    byte[] whole = LightModelFile.bytes(LightModelFixture.everything());
    for (int length = 0; length < whole.length; length += length < 400 ? 1 : 29) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> read(part)).isInstanceOf(InvalidFileException.class);
      if (length >= HEADER) {
        assertThatThrownBy(() -> read(signed(part)))
            .isInstanceOf(InvalidFileException.class)
            .hasMessageContaining("expected");
      }
    }
  }

  @Test
  void a_changed_byte_is_detected() {
    byte[] whole = LightModelFile.bytes(LightModelFixture.everything());
    for (int at = 0; at < whole.length; at += at < 400 ? 1 : 29) {
      byte[] changed = whole.clone();
      changed[at] ^= 0x10;
      assertThatThrownBy(() -> read(changed)).isInstanceOf(InvalidFileException.class);
    }
  }

  /**
   * With a matching checksum, changed bytes give a model or a rejection, and never a large array.
   */
  @Test
  void corrupted_bytes_yield_a_model_or_a_rejection() throws IOException {
    byte[] whole = LightModelFile.bytes(LightModelFixture.everything());
    SplittableRandom random = new SplittableRandom(3);
    int refused = 0;
    for (int i = 0; i < 1500; i++) {
      byte[] changed = whole.clone();
      int at = random.nextInt(HEADER, whole.length - Integer.BYTES);
      if (random.nextBoolean()) {
        ByteBuffer.wrap(changed).putInt(at, random.nextInt());
      } else {
        changed[at] = (byte) random.nextInt();
      }
      try {
        assertThat(read(signed(changed)).draws()).isPositive();
      } catch (InvalidFileException e) {
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  /** With a matching checksum, a changed program computes something, or is refused. */
  @ParameterizedTest
  @MethodSource("models")
  void corrupted_programs_are_rejected_or_compute(LightModel model) throws IOException {
    byte[] whole = LightModelFile.bytes(model);
    float[][] rows = new float[3][model.schema().width()];
    SplittableRandom random = new SplittableRandom(4);
    int refused = 0;
    for (int i = 0; i < 600; i++) {
      byte[] changed = whole.clone();
      // The program follows the columns.
      int at = random.nextInt(whole.length / 4, whole.length - Integer.BYTES);
      ByteBuffer.wrap(changed)
          .putInt(at, random.nextBoolean() ? random.nextInt() : random.nextInt(-9, 9));
      try {
        LightModel read = read(signed(changed));
        LightEngine engine = engine(read);
        assertThat(engine.draws(rows, new long[rows.length])).hasSize(rows.length);
        assertThat(engine.outputs(rows, read.outputNames(), () -> {})).isNotEmpty();
      } catch (InvalidFileException e) {
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  private LightEngine engine(LightModel model) throws InvalidFileException {
    try {
      return new LightEngine(model);
    } catch (IllegalArgumentException e) {
      throw new InvalidFileException(directory, String.valueOf(e.getMessage()), e);
    }
  }

  @Test
  void a_length_beyond_the_file_is_refused_before_it_is_allocated() {
    byte[] whole = LightModelFile.bytes(LightModelFixture.everything());
    ByteBuffer.wrap(whole).putInt(HEADER, Integer.MAX_VALUE);

    assertThatThrownBy(() -> read(signed(whole)))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("length of input columns: 2147483647 (expected: from 0 to ");
  }

  @Test
  void bytes_after_the_end_are_refused() {
    byte[] whole = LightModelFile.bytes(LightModelFixture.everything());
    byte[] longer = Arrays.copyOf(whole, whole.length + 3);

    assertThatThrownBy(() -> read(signed(longer)))
        .hasMessageContaining("3 bytes after the last value (expected: none)");
  }

  @Test
  void other_format_versions_and_file_types_are_rejected() {
    byte[] next = LightModelFile.bytes(LightModelFixture.everything());
    next[11] = 3;

    assertThatThrownBy(() -> read(next))
        .hasMessageContaining("format: 3 (expected: 9; export the model again)");
    assertThatThrownBy(() -> read(new byte[64]))
        .hasMessageContaining("not a light model (expected: OTDLIGHT in front)");
  }
}
