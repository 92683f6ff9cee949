// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import io.otd.core.internal.files.DurableFiles;
import io.otd.core.internal.files.FloatStream;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.program.TrainingState;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The state of one network in one file, for another process of the same build: every bit of it, and
 * replaced in one step.
 */
public final class SnapshotFile {
  private static final int MAGIC = 0x4f544453;

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
    out.writeLong(snapshot.step());
    out.writeDouble(snapshot.bestScore());
    out.writeLong(snapshot.bestStep());
    TrainingSnapshot.Sums sums = snapshot.pending();
    out.writeDouble(sums.fit());
    out.writeDouble(sums.dispersion());
    out.writeDouble(sums.action());
    out.writeLong(sums.steps());
    out.writeInt(snapshot.history().size());
    for (TrainingSnapshot.Point point : snapshot.history()) {
      out.writeLong(point.step());
      out.writeDouble(point.fit());
      out.writeDouble(point.dispersion());
      out.writeDouble(point.action());
      out.writeDouble(point.validation());
    }
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
        throw new InvalidFileException(file, "no state of a network");
      }
      return read(in);
    } catch (EOFException e) {
      throw new InvalidFileException(file, "truncated", e);
    }
  }

  private static TrainingSnapshot read(DataInputStream in) throws IOException {
    long step = in.readLong();
    double bestScore = in.readDouble();
    long bestStep = in.readLong();
    TrainingSnapshot.Sums sums =
        new TrainingSnapshot.Sums(in.readDouble(), in.readDouble(), in.readDouble(), in.readLong());
    int points = in.readInt();
    List<TrainingSnapshot.Point> history = new ArrayList<>();
    for (int i = 0; i < points; i++) {
      history.add(
          new TrainingSnapshot.Point(
              in.readLong(), in.readDouble(), in.readDouble(), in.readDouble(), in.readDouble()));
    }
    TrainingState state =
        new TrainingState(
            step,
            FloatStream.read(in),
            FloatStream.read(in),
            FloatStream.read(in),
            FloatStream.read(in));
    return TrainingSnapshot.of(state)
        .withBest(FloatStream.read(in), bestScore, bestStep)
        .withCurves(history, sums);
  }
}
