// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.cluster;

import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.internal.fit.ValidationScore;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
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
      file.seek(read);
      byte[] bytes = new byte[Math.toIntExact(file.length() - read)];
      file.readFully(bytes);
      int from = 0;
      for (int i = 0; i < bytes.length; i++) {
        if (bytes[i] == '\n') {
          EventWriter.Line line =
              EventWriter.JSON.readValue(bytes, from, i - from, EventWriter.Line.class);
          read += i + 1 - from;
          from = i + 1;
          tell(line);
        }
      }
    }
  }

  private void tell(EventWriter.Line line) throws IOException {
    if (line.warning() != null) {
      warnings.accept(line.warning());
    } else if (line.notFinite() != null) {
      int place = line.notFinite();
      score.ifPresent(s -> s.notFinite(place));
    } else if (line.event() instanceof TrainingEvent.Saved) {
      Optional<TrainingSnapshot> state = folder.state();
      state.ifPresent(s -> listener.on(new TrainingEvent.Saved(List.of(s))));
    } else if (line.event() != null) {
      listener.on(line.event());
    }
  }
}
