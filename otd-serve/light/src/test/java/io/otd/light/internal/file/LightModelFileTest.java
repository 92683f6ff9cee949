// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.schema.TableSchema;
import io.otd.light.LightModelFixture;
import io.otd.light.internal.engine.LightEngine;
import io.otd.light.internal.model.LatentLaw;
import io.otd.light.internal.model.LawOfOutputs;
import io.otd.light.internal.model.LayeredShape;
import io.otd.light.internal.model.LightModel;
import io.otd.light.internal.model.NetworkShape;
import io.otd.light.internal.model.UnitFunction;
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
    TableSchema schema = LightModelFixture.NUMBERS;
    NetworkShape masked = LightModelFixture.masked(schema);
    NetworkShape conditional =
        new LayeredShape(2, 3, List.of(5), UnitFunction.SILU, false, false, false);
    LatentLaw.Transported transported = LightModelFixture.transported();
    LawOfOutputs direct = new LawOfOutputs.Direct();
    return List.of(
        LightModelFixture.everything(),
        model(masked, new LatentLaw.Bernoulli(.2), direct),
        model(masked, new LatentLaw.Concrete(.1, .2), new LawOfOutputs.Gaussian()),
        model(masked, new LatentLaw.Fixed(), new LawOfOutputs.Mixture(3)),
        model(masked, new LatentLaw.Lifted(3, transported, List.of(4), UnitFunction.RELU), direct),
        model(conditional, transported, direct),
        LightModelFixture.trees(6));
  }

  private static LightModel model(NetworkShape network, LatentLaw latents, LawOfOutputs law) {
    return LightModelFixture.model(
        LightModelFixture.NUMBERS, network, latents, law, Calibration.NONE, 6, 2);
  }

  @ParameterizedTest
  @MethodSource("models")
  void every_kind_of_model_round_trips(LightModel model) throws IOException {
    LightModel read = read(LightModelFile.bytes(model));

    assertThat(read).usingRecursiveComparison().isEqualTo(model);
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

  /** With a matching checksum, changed bytes give trees that end, or a rejection. */
  @Test
  void corrupted_trees_are_rejected_or_predict() throws IOException {
    byte[] whole = LightModelFile.bytes(LightModelFixture.trees(6));
    float[][] rows = {{0, 0}, {-2, 2}, {2, -2}};
    SplittableRandom random = new SplittableRandom(4);
    int refused = 0;
    for (int i = 0; i < 1500; i++) {
      byte[] changed = whole.clone();
      int at = random.nextInt(HEADER, whole.length - Integer.BYTES);
      ByteBuffer.wrap(changed)
          .putInt(at, random.nextBoolean() ? random.nextInt() : small(random.nextInt(-9, 9)));
      try {
        LightModel read = read(signed(changed));
        assertThat(new LightEngine(read).laws(rows, new long[rows.length])).hasSize(rows.length);
        assertThat(new LightEngine(read).laws(rows, law -> law)).hasSize(rows.length);
      } catch (InvalidFileException e) {
        refused++;
      }
    }
    assertThat(refused).isPositive();
  }

  /** The bits of a number that may be a child. */
  private static int small(float value) {
    return Float.floatToIntBits(value);
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
        .hasMessageContaining("format: 3 (expected: 4; export the model again)");
    assertThatThrownBy(() -> read(new byte[64]))
        .hasMessageContaining("not a light model (expected: OTDLIGHT in front)");
  }
}
