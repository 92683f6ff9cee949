// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.files.TfRecords;
import io.otd.train.internal.events.proto.Event;
import io.otd.train.internal.events.proto.HistogramProto;
import io.otd.train.internal.events.proto.SessionLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventFileTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.ofEpochMilli(1_234_567_890_500L), ZoneOffset.UTC);

  @TempDir Path folder;

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  private static List<Event> events(Path file) throws IOException {
    List<Event> events = new ArrayList<>();
    for (byte[] record : TfRecords.read(file)) {
      events.add(Event.parseFrom(record));
    }
    return events;
  }

  @Test
  void matches_the_bytes_of_the_tensorboard_writer() throws IOException {
    try (EventFile file = EventFile.create(folder, CLOCK, 0)) {
      file.scalars(3, Map.of("loss/fit", 0.5));
    }
    List<byte[]> records = TfRecords.read(files().get(0));
    // By tensorboard 2.21: Event(wall_time=1234567890.5, file_version="brain.Event:2") and
    // Event(wall_time=1234567890.5, step=3, summary=Summary(value=[Value(tag="loss/fit",
    // simple_value=0.5)])), SerializeToString().
    assertThat(HexFormat.of().formatHex(records.get(0)))
        .isEqualTo("090000a0b48065d2411a0d627261696e2e4576656e743a32");
    assertThat(HexFormat.of().formatHex(records.get(2)))
        .isEqualTo("090000a0b48065d24110032a110a0f0a086c6f73732f666974150000003f");
  }

  @Test
  void resuming_starts_a_new_file_with_its_starting_step() throws IOException {
    for (long step : new long[] {0, 40}) {
      EventFile.create(folder, CLOCK, step).close();
    }
    assertThat(files()).hasSize(2).allMatch(f -> f.toString().contains("tfevents"));
    Event start = events(files().get(1)).get(1);
    assertThat(start.getSessionLog().getStatus()).isEqualTo(SessionLog.SessionStatus.START);
    assertThat(start.getStep()).isEqualTo(40);
  }

  @Test
  void non_finite_values_are_omitted() throws IOException {
    Map<String, Double> values = new LinkedHashMap<>();
    values.put("a", Double.NaN);
    values.put("b", 2.0);
    values.put("c", Double.POSITIVE_INFINITY);
    try (EventFile file = EventFile.create(folder, CLOCK, 0)) {
      file.scalars(1, values);
    }
    assertThat(events(files().get(0)).get(2).getSummary().getValueList())
        .singleElement()
        .satisfies(v -> assertThat(v.getTag()).isEqualTo("b"));
  }

  @Test
  void a_histogram_counts_each_number_once() throws IOException {
    float[] numbers = {-1, 0, 0.5f, 2, 2};
    try (EventFile file = EventFile.create(folder, CLOCK, 0)) {
      file.histograms(7, Map.of("w", numbers));
      file.histograms(8, Map.of("w", new float[] {3, 3}));
    }
    List<Event> events = events(files().get(0));
    HistogramProto histogram = events.get(2).getSummary().getValue(0).getHisto();
    assertThat(histogram.getNum()).isEqualTo(5);
    assertThat(histogram.getMin()).isEqualTo(-1);
    assertThat(histogram.getMax()).isEqualTo(2);
    assertThat(histogram.getSum()).isEqualTo(3.5);
    assertThat(histogram.getSumSquares()).isEqualTo(9.25);
    assertThat(histogram.getBucketList()).hasSize(30).hasSameSizeAs(histogram.getBucketLimitList());
    assertThat(histogram.getBucketList().stream().mapToDouble(d -> d).sum()).isEqualTo(5);
    assertThat(histogram.getBucket(0)).isEqualTo(1);
    assertThat(histogram.getBucket(29)).isEqualTo(2);
    assertThat(histogram.getBucketLimit(9)).isCloseTo(0, within(1e-12));
    assertThat(events.get(3).getSummary().getValue(0).getHisto().getBucketList())
        .containsExactly(2.0);
  }
}
