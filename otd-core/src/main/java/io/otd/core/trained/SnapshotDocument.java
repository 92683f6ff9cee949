package io.otd.core.trained;

import java.util.List;

/**
 * What {@code snapshot.json} holds: a training run's state without its vectors.
 *
 * @param format version of this record
 */
record SnapshotDocument(
    int format,
    long step,
    int epoch,
    double bestScore,
    int bestEpoch,
    TrainingSnapshot.Sums pending,
    List<TrainingSnapshot.Point> history) {
  static SnapshotDocument of(TrainingSnapshot snapshot) {
    return new SnapshotDocument(
        ModelDocument.FORMAT,
        snapshot.step(),
        snapshot.epoch(),
        snapshot.bestScore(),
        snapshot.bestEpoch(),
        snapshot.pending(),
        snapshot.history());
  }

  /** With the vectors in the order of {@link SnapshotVectors#NAMES}. */
  TrainingSnapshot with(List<float[]> vectors) {
    return new TrainingSnapshot(
        step,
        epoch,
        vectors.get(0),
        vectors.get(1),
        vectors.get(2),
        vectors.get(3),
        bestScore,
        bestEpoch,
        pending,
        history);
  }
}
