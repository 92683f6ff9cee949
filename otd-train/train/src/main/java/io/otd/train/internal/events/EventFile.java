// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.events;

import io.otd.core.internal.files.TfRecords;
import io.otd.train.internal.events.proto.Event;
import io.otd.train.internal.events.proto.HistogramProto;
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
  private static final int BUCKETS = 30;

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
            summary.addValue(Summary.Value.newBuilder().setTag(tag).setHisto(histogram(numbers))));
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

  /**
   * Numbers counted in buckets of equal width between the smallest and the largest.
   *
   * @param numbers finite, at least one
   */
  private static HistogramProto histogram(float[] numbers) {
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    double sum = 0;
    double squares = 0;
    for (double number : numbers) {
      min = Math.min(min, number);
      max = Math.max(max, number);
      sum += number;
      squares += number * number;
    }
    HistogramProto.Builder histogram =
        HistogramProto.newBuilder()
            .setMin(min)
            .setMax(max)
            .setNum(numbers.length)
            .setSum(sum)
            .setSumSquares(squares);
    int buckets = max > min ? BUCKETS : 1;
    double[] counts = new double[buckets];
    for (double number : numbers) {
      counts[bucket(number, min, max, buckets)]++;
    }
    for (int i = 0; i < buckets; i++) {
      histogram.addBucketLimit(i == buckets - 1 ? max : min + (max - min) * (i + 1) / buckets);
      histogram.addBucket(counts[i]);
    }
    return histogram.build();
  }

  private static int bucket(double number, double min, double max, int buckets) {
    return max > min ? (int) Math.min(buckets - 1, (number - min) / (max - min) * buckets) : 0;
  }
}
