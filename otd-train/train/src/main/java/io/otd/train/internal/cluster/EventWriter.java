// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.cluster;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.otd.train.progress.TrainingEvent;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes what happens to one network, a line of JSON for each event. States are not written here:
 * they are stored separately.
 *
 * @param out receives the bytes; closed with this
 * @param curves whether parameters are written at each point of the curves
 */
record EventWriter(OutputStream out, boolean curves) implements AutoCloseable {
  /** Reads and writes {@link Line}s. */
  static final ObjectMapper JSON =
      JsonMapper.builder()
          .addMixIn(TrainingEvent.class, Typed.class)
          .registerSubtypes(TrainingEvent.class.getPermittedSubclasses())
          .build();

  private static final float[] NO_PARAMETERS = {};

  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  private interface Typed {}

  /**
   * One of three.
   *
   * @param event of the training, without states
   * @param warning for the user
   * @param notFinite place of a validation row whose prediction is not finite
   */
  record Line(
      @Nullable TrainingEvent event, @Nullable String warning, @Nullable Integer notFinite) {}

  void warning(String text) {
    write(new Line(null, text, null));
  }

  /** The place of a validation row. */
  void notFinite(int place) {
    write(new Line(null, null, place));
  }

  void event(TrainingEvent event) {
    write(new Line(brief(event), null, null));
  }

  private TrainingEvent brief(TrainingEvent event) {
    if (event instanceof TrainingEvent.Recorded e && !curves) {
      return new TrainingEvent.Recorded(e.point(), e.step(), e.learningRate(), NO_PARAMETERS);
    }
    return event instanceof TrainingEvent.Saved ? new TrainingEvent.Saved(List.of()) : event;
  }

  private synchronized void write(Line line) {
    try {
      out.write(JSON.writeValueAsBytes(line));
      out.write('\n');
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
