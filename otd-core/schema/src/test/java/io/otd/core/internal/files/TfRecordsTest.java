// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TfRecordsTest {
  @TempDir Path directory;

  /** Written by Python: {@code tf.io.TFRecordWriter(f).write(b"123456789")}. */
  private static final String PYTHON = "090000000000000037f97139313233343536373839e5b08ac7";

  @Test
  void writes_the_same_bytes_as_tensor_flow() {
    byte[] record = "123456789".getBytes(StandardCharsets.US_ASCII);

    assertThat(HexFormat.of().formatHex(TfRecords.write(List.of(record)))).isEqualTo(PYTHON);
  }

  @Test
  void records_round_trip() throws IOException {
    List<byte[]> records = List.of(new byte[0], new byte[] {1}, new byte[100_000]);
    Path file = Files.write(directory.resolve("records"), TfRecords.write(records));

    assertThat(TfRecords.read(file)).containsExactlyElementsOf(records);
  }

  @Test
  void refuses_every_truncation_and_every_flipped_bit() throws IOException {
    byte[] bytes = TfRecords.write(List.of(new byte[] {1, 2, 3}, new byte[] {4}));
    Path file = directory.resolve("records");
    int first = 8 + 4 + 3 + 4;
    for (int length = 1; length < bytes.length; length++) {
      Files.write(file, java.util.Arrays.copyOf(bytes, length));
      if (length != first) {
        assertThatThrownBy(() -> TfRecords.read(file)).isInstanceOf(InvalidFileException.class);
      }
    }
    for (int bit = 0; bit < bytes.length * 8; bit++) {
      byte[] damaged = bytes.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      Files.write(file, damaged);
      assertThatThrownBy(() -> TfRecords.read(file)).isInstanceOf(InvalidFileException.class);
    }
  }
}
