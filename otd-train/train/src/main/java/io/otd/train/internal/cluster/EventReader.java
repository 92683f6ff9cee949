// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.cluster;

import io.otd.core.internal.files.FloatStream;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.internal.fit.ValidationScore;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import io.otd.train.progress.TrainingOutcome;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reports the events that {@link EventWriter} has written since the last check, attempt by attempt.
 */
final class EventReader {
  private final OrderFolder folder;
  private final TrainingListener listener;
  private final Consumer<String> warnings;
  private final Optional<ValidationScore> score;
  private int attempt;
  private long read;

  EventReader(
      OrderFolder folder,
      TrainingListener listener,
      Consumer<String> warnings,
      Optional<ValidationScore> score) {
    this.folder = folder;
    this.listener = listener;
    this.warnings = warnings;
    this.score = score;
  }

  /** Reports new events. Partial output of a killed attempt is never reported. */
  void look() throws IOException {
    while (Files.exists(folder.events(attempt))) {
      boolean last = !Files.exists(folder.events(attempt + 1));
      whole();
      if (last) {
        return;
      }
      attempt++;
      read = 0;
    }
  }

  /** The completely written events of this attempt. */
  private void whole() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(folder.events(attempt).toFile(), "r")) {
      long length = file.length();
      while (read + Integer.BYTES <= length) {
        file.seek(read);
        int size = file.readInt();
        if (read + Integer.BYTES + size > length) {
          return;
        }
        byte[] bytes = new byte[size];
        file.readFully(bytes);
        read += Integer.BYTES + size;
        tell(new DataInputStream(new ByteArrayInputStream(bytes)));
      }
    }
  }

  private void tell(DataInputStream in) throws IOException {
    EventWriter.Kind kind = EventWriter.Kind.valueOf(in.readUTF());
    switch (kind) {
      case WARNING -> warnings.accept(in.readUTF());
      case NOT_FINITE -> {
        int place = in.readInt();
        score.ifPresent(s -> s.notFinite(place));
      }
      case SAVED -> {
        Optional<TrainingSnapshot> state = folder.state();
        state.ifPresent(s -> listener.on(new TrainingEvent.Saved(List.of(s))));
      }
      default -> listener.on(event(kind, in));
    }
  }

  private static TrainingEvent event(EventWriter.Kind kind, DataInputStream in) throws IOException {
    return switch (kind) {
      case STARTED ->
          new TrainingEvent.Started(
              in.readInt(), in.readInt(), in.readInt(), in.readLong(), in.readLong());
      case PROGRESSED ->
          new TrainingEvent.Progressed(
              in.readLong(),
              in.readLong(),
              in.readDouble(),
              in.readDouble(),
              in.readDouble(),
              in.readDouble());
      case VALIDATED ->
          new TrainingEvent.Validated(
              in.readLong(), in.readDouble(), in.readDouble(), in.readLong());
      case RECORDED ->
          new TrainingEvent.Recorded(
              new TrainingSnapshot.Point(
                  in.readLong(),
                  in.readDouble(),
                  in.readDouble(),
                  in.readDouble(),
                  in.readDouble()),
              in.readLong(),
              in.readDouble(),
              FloatStream.read(in));
      case FINISHED ->
          new TrainingEvent.Finished(
              TrainingOutcome.valueOf(in.readUTF()), in.readLong(), in.readDouble());
      case SAVED, WARNING, NOT_FINITE -> throw new IOException(kind + " (expected: an event)");
    };
  }
}
