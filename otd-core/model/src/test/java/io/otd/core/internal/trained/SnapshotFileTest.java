// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.files.InvalidFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotFileTest {
  @TempDir Path directory;

  private static TrainingSnapshot snapshot(int size) {
    float[] values = new float[size];
    for (int i = 0; i < size; i++) {
      values[i] = (float) Math.sin(i);
    }
    values[0] = -0f;
    return new TrainingSnapshot(
        7,
        values,
        values.clone(),
        values.clone(),
        values.clone(),
        new float[size],
        TrainingSnapshot.NO_SCORE,
        TrainingSnapshot.NO_STEP,
        new TrainingSnapshot.Sums(.1, .2, .3, 4),
        List.of(new TrainingSnapshot.Point(5, 1, 2, 3, Double.NaN)));
  }

  @Test
  void a_snapshot_round_trips_bit_for_bit() throws IOException {
    TrainingSnapshot written = snapshot(40_000); // more than a block
    Path file = directory.resolve("state");
    SnapshotFile.write(file, written);
    TrainingSnapshot read = SnapshotFile.read(file);
    assertThat(read.step()).isEqualTo(7);
    assertThat(read.bestScore()).isInfinite();
    assertThat(read.bestStep()).isEqualTo(-1);
    assertThat(read.pending()).isEqualTo(written.pending());
    assertThat(read.history()).isEqualTo(written.history());
    assertThat(read.parameters()).isEqualTo(written.parameters());
    assertThat(read.average()).isEqualTo(written.average());
    assertThat(read.best()).isEqualTo(written.best());
  }

  @Test
  void a_truncated_or_foreign_file_is_refused_by_name() throws IOException {
    Path file = directory.resolve("state");
    SnapshotFile.write(file, snapshot(10));
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
    assertThatThrownBy(() -> SnapshotFile.read(file))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("state")
        .hasMessageContaining("truncated");
    Files.writeString(file, "something else");
    assertThatThrownBy(() -> SnapshotFile.read(file)).hasMessageContaining("no state of a network");
  }

  @Test
  void a_file_with_another_length_or_document_is_refused_by_name() throws IOException {
    Path file = directory.resolve("state");
    SnapshotFile.write(file, snapshot(10));
    byte[] bytes = Files.readAllBytes(file);
    for (int place : new int[] {4, 8}) { // of the length, and of the document
      byte[] other = bytes.clone();
      other[place] = -1;
      Files.write(file, other);
      assertThatThrownBy(() -> SnapshotFile.read(file))
          .isInstanceOf(InvalidFileException.class)
          .hasMessageContaining("no state of a network");
    }
  }
}
