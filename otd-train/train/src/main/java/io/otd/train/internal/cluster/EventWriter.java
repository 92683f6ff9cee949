// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.cluster;

import io.otd.core.internal.files.FloatStream;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.progress.TrainingEvent;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * Writes what happens to one network, each event as its length and its bytes. States are not
 * written here: they are stored separately.
 */
final class EventWriter implements AutoCloseable {
  /** Kinds of events, by their first byte. */
  enum Kind {
    STARTED,
    PROGRESSED,
    VALIDATED,
    RECORDED,
    SAVED,
    FINISHED,
    WARNING,
    NOT_FINITE
  }

  private static final float[] NO_PARAMETERS = {};

  /** {@code writeUTF} accepts 65,535 bytes, at most three per character. */
  private static final int MOST_CHARACTERS = 20_000;

  private final DataOutputStream out;
  private final boolean curves;

  /**
   * A writer.
   *
   * @param out receives the bytes; closed with this
   * @param curves whether parameters are written at each point of the curves
   */
  EventWriter(OutputStream out, boolean curves) {
    this.out = new DataOutputStream(out);
    this.curves = curves;
  }

  @FunctionalInterface
  private interface Fields {
    void to(DataOutputStream out) throws IOException;
  }

  private void write(Kind kind, Fields fields) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream frame = new DataOutputStream(bytes);
      frame.writeUTF(kind.name());
      fields.to(frame);
      synchronized (this) {
        out.writeInt(bytes.size());
        bytes.writeTo(out);
        out.flush();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void warning(String text) {
    String brief = text.substring(0, Math.min(text.length(), MOST_CHARACTERS));
    write(Kind.WARNING, to -> to.writeUTF(brief));
  }

  /** The place of a validation row. */
  void notFinite(int place) {
    write(Kind.NOT_FINITE, to -> to.writeInt(place));
  }

  void event(TrainingEvent event) {
    if (event instanceof TrainingEvent.Started e) {
      write(
          Kind.STARTED,
          to -> {
            to.writeInt(e.parameters());
            to.writeInt(e.rows());
            to.writeInt(e.batch());
            to.writeLong(e.steps());
            to.writeLong(e.step());
          });
    } else if (event instanceof TrainingEvent.Progressed e) {
      write(
          Kind.PROGRESSED,
          to -> {
            to.writeLong(e.step());
            to.writeLong(e.steps());
            to.writeDouble(e.fit());
            to.writeDouble(e.dispersion());
            to.writeDouble(e.action());
            to.writeDouble(e.stepsPerSecond());
          });
    } else if (event instanceof TrainingEvent.Validated e) {
      write(
          Kind.VALIDATED,
          to -> {
            to.writeLong(e.step());
            to.writeDouble(e.score());
            to.writeDouble(e.bestScore());
            to.writeLong(e.bestStep());
          });
    } else if (event instanceof TrainingEvent.Recorded e) {
      recorded(e);
    } else if (event instanceof TrainingEvent.Saved) {
      write(Kind.SAVED, to -> {});
    } else if (event instanceof TrainingEvent.Finished e) {
      write(
          Kind.FINISHED,
          to -> {
            to.writeUTF(e.outcome().name());
            to.writeLong(e.step());
            to.writeDouble(e.seconds());
          });
    }
  }

  private void recorded(TrainingEvent.Recorded e) {
    TrainingSnapshot.Point point = e.point();
    write(
        Kind.RECORDED,
        to -> {
          to.writeLong(point.step());
          to.writeDouble(point.fit());
          to.writeDouble(point.dispersion());
          to.writeDouble(point.action());
          to.writeDouble(point.validation());
          to.writeLong(e.step());
          to.writeDouble(e.learningRate());
          FloatStream.write(to, curves ? e.parameters() : NO_PARAMETERS);
        });
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
