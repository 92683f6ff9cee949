package io.otd.core.trained;

import java.util.List;

/** The vectors of a snapshot, by the names they have in a checkpoint. */
final class SnapshotVectors {
  static final List<String> NAMES =
      List.of(
          "snapshot/parameters",
          "snapshot/first_moment",
          "snapshot/second_moment",
          "snapshot/best");

  private SnapshotVectors() {}

  static List<Checkpoint.Entry> entries(TrainingSnapshot snapshot) {
    List<float[]> vectors =
        List.of(
            snapshot.parameters(),
            snapshot.firstMoment(),
            snapshot.secondMoment(),
            snapshot.best());
    return java.util.stream.IntStream.range(0, NAMES.size())
        .mapToObj(
            i -> new Checkpoint.Entry(NAMES.get(i), List.of(vectors.get(i).length), vectors.get(i)))
        .toList();
  }
}
