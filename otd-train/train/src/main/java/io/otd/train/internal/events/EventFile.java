// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.events;

import io.otd.core.internal.files.TfRecords;
import io.otd.train.internal.events.proto.Event;
import io.otd.train.internal.events.proto.SessionLog;
import io.otd.train.internal.events.proto.Summary;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A file of events for TensorBoard, appended to during a run. A resumed run begins another file in
 * the same directory: TensorBoard reads them in the order of their names, and discards the steps of
 * an earlier file from the first step of the later one on. A record that a killed process left half
 * written ends its file; nothing before it is lost.
 */
public final class EventFile implements AutoCloseable {
  private static final String VERSION = "brain.Event:2";

  private final OutputStream out;
  private final Clock clock;

  private EventFile(OutputStream out, Clock clock) {
    this.out = out;
    this.clock = clock;
  }

  /**
   * Begins a file.
   *
   * @param directory created if it does not exist
   * @param clock for the names of files and the times of events
   * @param step the first step that will be written; what was written of later ones does not count
   * @throws IOException if it cannot be written
   */
  public static EventFile create(Path directory, Clock clock, long step) throws IOException {
    Files.createDirectories(directory);
    EventFile file = new EventFile(newFile(directory, clock.millis() / 1000), clock);
    file.write(Event.newBuilder().setFileVersion(VERSION), 0);
    file.write(
        Event.newBuilder()
            .setSessionLog(SessionLog.newBuilder().setStatus(SessionLog.SessionStatus.START)),
        step);
    return file;
  }

  /** The name holds the second; of several in one second, each a number. */
  private static OutputStream newFile(Path directory, long seconds) throws IOException {
    for (int number = 0; ; number++) {
      String name =
          String.format(Locale.ROOT, "events.out.tfevents.%010d.%03d.otd", seconds, number);
      try {
        return Files.newOutputStream(
            directory.resolve(name), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      } catch (FileAlreadyExistsException e) {
        // the next number
      }
    }
  }

  /**
   * Writes numbers.
   *
   * @param step that they belong to
   * @param values by tag, e.g. {@code loss/fit}; one that is not finite is left out
   * @throws IOException if it cannot be written
   */
  public void scalars(long step, Map<String, Double> values) throws IOException {
    Summary.Builder summary = Summary.newBuilder();
    values.forEach(
        (tag, value) -> {
          if (Double.isFinite(value)) {
            summary.addValue(
                Summary.Value.newBuilder().setTag(tag).setSimpleValue(value.floatValue()));
          }
        });
    write(Event.newBuilder().setSummary(summary), step);
  }

  /**
   * Writes histograms.
   *
   * @param step that they belong to
   * @param values by tag, e.g. {@code parameters/velocity/kernel_0}; numbers, each finite, at least
   *     one
   * @throws IOException if it cannot be written
   */
  public void histograms(long step, Map<String, float[]> values) throws IOException {
    Summary.Builder summary = Summary.newBuilder();
    values.forEach(
        (tag, numbers) ->
            summary.addValue(
                Summary.Value.newBuilder().setTag(tag).setHisto(EventHistogram.of(numbers))));
    write(Event.newBuilder().setSummary(summary), step);
  }

  private void write(Event.Builder event, long step) throws IOException {
    byte[] record = event.setWallTime(clock.millis() / 1000.0).setStep(step).build().toByteArray();
    out.write(TfRecords.write(List.of(record))); // in one piece: the stream has no buffer
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
