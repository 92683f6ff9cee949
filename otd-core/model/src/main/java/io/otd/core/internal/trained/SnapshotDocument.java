// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import io.otd.core.internal.files.StrictJson;
import io.otd.core.internal.program.TrainingState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * The contents of {@code snapshot.json}: the states of training runs without their vectors.
 *
 * @param format version of this record
 * @param members one for each member of the ensemble that has begun, in their order
 */
record SnapshotDocument(int format, List<Member> members) {
  SnapshotDocument {
    members = List.copyOf(members);
  }

  /**
   * One member's state.
   *
   * @param parameters size of its vectors
   */
  record Member(
      int parameters,
      long step,
      double bestScore,
      long bestStep,
      TrainingSnapshot.Sums pending,
      List<TrainingSnapshot.Point> history) {
    /** With its vectors. */
    TrainingSnapshot with(Function<SnapshotVector, float[]> vectors) {
      TrainingState state =
          new TrainingState(
              step,
              vectors.apply(SnapshotVector.PARAMETERS),
              vectors.apply(SnapshotVector.FIRST_MOMENT),
              vectors.apply(SnapshotVector.SECOND_MOMENT),
              vectors.apply(SnapshotVector.AVERAGE));
      return TrainingSnapshot.of(state)
          .withBest(vectors.apply(SnapshotVector.BEST), bestScore, bestStep)
          .withCurves(history, pending);
    }
  }

  static SnapshotDocument of(List<TrainingSnapshot> snapshots) {
    return new SnapshotDocument(
        ModelDocument.FORMAT,
        snapshots.stream()
            .map(
                s ->
                    new Member(
                        s.parameters().length,
                        s.step(),
                        s.bestScore(),
                        s.bestStep(),
                        s.pending(),
                        s.history()))
            .toList());
  }

  /**
   * Reads it.
   *
   * @throws io.otd.core.internal.files.InvalidFileException if the file is missing or not as it
   *     should be, naming the place
   * @throws IOException if it cannot be read
   */
  static SnapshotDocument read(Path file) throws IOException {
    return StrictJson.read(file, ModelDocument.FORMAT, SnapshotDocument.class);
  }

  /**
   * With the vectors of all members.
   *
   * @param vectors by their names, see {@link SnapshotVector#names}
   */
  List<TrainingSnapshot> with(Map<String, float[]> vectors) {
    List<TrainingSnapshot> snapshots = new ArrayList<>();
    for (int m = 0; m < members.size(); m++) {
      int member = m;
      snapshots.add(
          members.get(m).with(vector -> Objects.requireNonNull(vectors.get(vector.name(member)))));
    }
    return snapshots;
  }
}
