// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.cluster;

import io.otd.core.internal.files.DurableFiles;
import io.otd.core.internal.files.FloatStream;
import io.otd.core.internal.files.StrictJson;
import io.otd.core.internal.trained.SnapshotFile;
import io.otd.core.internal.trained.TrainingSnapshot;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The folder of an order, through which its sender and its executor communicate: the order and its
 * rows; the last state, from which a new executor continues; the events of each attempt; the
 * request to stop; at the end, the last state and the result.
 */
record OrderFolder(Path path) {
  private static final String ORDER = "order.json";
  private static final String ROWS = "rows";
  private static final String STATE = "state";
  private static final String END = "end";
  private static final String RESULT = "result";
  private static final String STOP = "stop";
  private static final String EVENTS = "events-";

  /** How an order ended. */
  enum Ending {
    COMPLETED,
    STOPPED_EARLY,
    INTERRUPTED,
    DIVERGED,
    FAILED
  }

  /**
   * The result.
   *
   * @param message why it diverged or failed, else empty
   */
  record Result(Ending ending, String message) {}

  void order(NetworkOrder order, List<float[]> rows) throws IOException {
    DurableFiles.replace(
        path.resolve(ROWS),
        to -> {
          DataOutputStream out = new DataOutputStream(new BufferedOutputStream(to));
          for (float[] values : rows) {
            FloatStream.write(out, values);
          }
          out.flush();
        });
    DurableFiles.replace(path.resolve(ORDER), StrictJson.write(order));
  }

  NetworkOrder order() throws IOException {
    return StrictJson.read(path.resolve(ORDER), NetworkOrder.FORMAT, NetworkOrder.class);
  }

  /**
   * The numbers of the rows.
   *
   * @param arrays how many there are
   */
  List<float[]> rows(int arrays) throws IOException {
    List<float[]> rows = new ArrayList<>();
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(path.resolve(ROWS))))) {
      for (int i = 0; i < arrays; i++) {
        rows.add(FloatStream.read(in));
      }
    }
    return rows;
  }

  void state(TrainingSnapshot state) throws IOException {
    SnapshotFile.write(path.resolve(STATE), state);
  }

  Optional<TrainingSnapshot> state() throws IOException {
    Path file = path.resolve(STATE);
    return Files.exists(file) ? Optional.of(SnapshotFile.read(file)) : Optional.empty();
  }

  /** The end; a second execution of the order gives the same one. */
  void end(Result result, Optional<TrainingSnapshot> last) throws IOException {
    if (last.isPresent()) {
      SnapshotFile.write(path.resolve(END), last.get());
    }
    DurableFiles.replace(
        path.resolve(RESULT),
        (result.ending() + "\n" + result.message()).getBytes(StandardCharsets.UTF_8));
  }

  TrainingSnapshot lastState() throws IOException {
    return SnapshotFile.read(path.resolve(END));
  }

  Optional<Result> result() throws IOException {
    Path file = path.resolve(RESULT);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    String[] parts = Files.readString(file).split("\n", 2);
    return Optional.of(new Result(Ending.valueOf(parts[0]), parts[1]));
  }

  void stop() throws IOException {
    DurableFiles.replace(path.resolve(STOP), new byte[0]);
  }

  boolean stopping() {
    return Files.exists(path.resolve(STOP));
  }

  /** The events of an attempt, from 0. */
  Path events(int attempt) {
    return path.resolve(EVENTS + attempt);
  }

  /** The events of a further attempt: what one that was killed left behind may end anywhere. */
  OutputStream newEvents() throws IOException {
    for (int attempt = 0; ; attempt++) {
      try {
        return Files.newOutputStream(
            events(attempt), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      } catch (FileAlreadyExistsException e) {
        // left by an earlier attempt
      }
    }
  }
}
