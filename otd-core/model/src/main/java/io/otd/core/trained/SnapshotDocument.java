package io.otd.core.trained;

import java.util.ArrayList;
import java.util.List;

/**
 * What {@code snapshot.json} holds: the states of training runs without their vectors.
 *
 * @param format version of this record
 * @param members one for each member of the ensemble that has begun, in their order
 */
record SnapshotDocument(int format, List<Member> members) {
  SnapshotDocument {
    members = List.copyOf(members);
  }

  /** One member's state. */
  record Member(
      long step,
      double bestScore,
      long bestStep,
      TrainingSnapshot.Sums pending,
      List<TrainingSnapshot.Point> history) {
    /** With the vectors in the order of {@link SnapshotVectors}. */
    TrainingSnapshot with(List<float[]> vectors) {
      return new TrainingSnapshot(
          step,
          vectors.get(0),
          vectors.get(1),
          vectors.get(2),
          vectors.get(3),
          vectors.get(4),
          bestScore,
          bestStep,
          pending,
          history);
    }
  }

  static SnapshotDocument of(List<TrainingSnapshot> snapshots) {
    return new SnapshotDocument(
        ModelDocument.FORMAT,
        snapshots.stream()
            .map(s -> new Member(s.step(), s.bestScore(), s.bestStep(), s.pending(), s.history()))
            .toList());
  }

  /** With the vectors of all members, in the order of {@link SnapshotVectors#names}. */
  List<TrainingSnapshot> with(List<float[]> vectors) {
    List<TrainingSnapshot> snapshots = new ArrayList<>();
    for (int m = 0; m < members.size(); m++) {
      snapshots.add(
          members
              .get(m)
              .with(vectors.subList(m * SnapshotVectors.COUNT, (m + 1) * SnapshotVectors.COUNT)));
    }
    return snapshots;
  }
}
