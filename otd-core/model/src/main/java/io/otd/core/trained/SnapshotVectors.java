package io.otd.core.trained;

import java.util.ArrayList;
import java.util.List;

/** The vectors of snapshots, by the names they have in a checkpoint. */
final class SnapshotVectors {
  private static final List<String> NAMES =
      List.of("parameters", "first_moment", "second_moment", "average", "best");

  /** Vectors of one snapshot. */
  static final int COUNT = NAMES.size();

  private SnapshotVectors() {}

  /** Names of the vectors of some snapshots, one snapshot after another. */
  static List<String> names(int snapshots) {
    List<String> names = new ArrayList<>();
    for (int m = 0; m < snapshots; m++) {
      for (String name : NAMES) {
        names.add("snapshot/" + m + "/" + name);
      }
    }
    return names;
  }

  static List<Checkpoint.Entry> entries(List<TrainingSnapshot> snapshots) {
    List<float[]> vectors = new ArrayList<>();
    for (TrainingSnapshot s : snapshots) {
      vectors.addAll(
          List.of(s.parameters(), s.firstMoment(), s.secondMoment(), s.average(), s.best()));
    }
    List<String> names = names(snapshots.size());
    return java.util.stream.IntStream.range(0, names.size())
        .mapToObj(
            i -> new Checkpoint.Entry(names.get(i), List.of(vectors.get(i).length), vectors.get(i)))
        .toList();
  }
}
