// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.internal.files.DurableFiles;
import io.otd.core.internal.files.FloatStream;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.files.StrictJson;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The state of one network in one file, for another process of the same build: every bit of it, and
 * replaced in one step.
 */
public final class SnapshotFile {
  private static final int MAGIC = 0x4f544454;

  private static final String NOT_A_STATE = "no state of a network";

  private SnapshotFile() {}

  /**
   * Writes a state; a reader sees the old one or the new one.
   *
   * @throws IOException if it cannot be written; the old content then stays
   */
  public static void write(Path file, TrainingSnapshot snapshot) throws IOException {
    DurableFiles.replace(
        file,
        to -> {
          DataOutputStream out = new DataOutputStream(new BufferedOutputStream(to));
          write(out, snapshot);
          out.flush();
        });
  }

  private static void write(DataOutputStream out, TrainingSnapshot snapshot) throws IOException {
    out.writeInt(MAGIC);
    byte[] document = StrictJson.write(SnapshotDocument.of(List.of(snapshot)));
    out.writeInt(document.length);
    out.write(document);
    for (SnapshotVector vector : SnapshotVector.values()) {
      FloatStream.write(out, vector.of(snapshot));
    }
  }

  /**
   * Reads a state.
   *
   * @throws InvalidFileException if the file is truncated, or none of these
   * @throws IOException if it cannot be read
   */
  public static TrainingSnapshot read(Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      if (in.readInt() != MAGIC) {
        throw new InvalidFileException(file, NOT_A_STATE);
      }
      return read(in);
    } catch (EOFException e) {
      throw new InvalidFileException(file, "truncated", e);
    } catch (JsonProcessingException | IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new InvalidFileException(file, NOT_A_STATE, e);
    }
  }

  private static TrainingSnapshot read(DataInputStream in) throws IOException {
    byte[] document = in.readNBytes(in.readInt());
    Map<SnapshotVector, float[]> vectors = new EnumMap<>(SnapshotVector.class);
    for (SnapshotVector vector : SnapshotVector.values()) {
      vectors.put(vector, FloatStream.read(in));
    }
    return StrictJson.value(new ObjectMapper().readTree(document), SnapshotDocument.class)
        .members()
        .get(0)
        .with(vector -> Objects.requireNonNull(vectors.get(vector)));
  }
}
