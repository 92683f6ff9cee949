package io.otd.core.trained;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The vectors of a snapshot, by the names they have in a checkpoint. */
enum SnapshotVector {
  PARAMETERS("parameters", TrainingSnapshot::parameters),
  FIRST_MOMENT("first_moment", TrainingSnapshot::firstMoment),
  SECOND_MOMENT("second_moment", TrainingSnapshot::secondMoment),
  AVERAGE("average", TrainingSnapshot::average),
  BEST("best", TrainingSnapshot::best);

  private final String label;
  private final Function<TrainingSnapshot, float[]> values;

  SnapshotVector(String label, Function<TrainingSnapshot, float[]> values) {
    this.label = label;
    this.values = values;
  }

  /** Its name in the checkpoint for one of the snapshots there, from 0. */
  String name(int snapshot) {
    return "snapshot/" + snapshot + "/" + label;
  }

  /** Names of the vectors of some snapshots, one snapshot after another. */
  static List<String> names(int snapshots) {
    List<String> names = new ArrayList<>();
    for (int m = 0; m < snapshots; m++) {
      for (SnapshotVector vector : values()) {
        names.add(vector.name(m));
      }
    }
    return names;
  }

  static List<Checkpoint.Entry> entries(List<TrainingSnapshot> snapshots) {
    List<Checkpoint.Entry> entries = new ArrayList<>();
    for (int m = 0; m < snapshots.size(); m++) {
      for (SnapshotVector vector : values()) {
        float[] values = vector.values.apply(snapshots.get(m));
        entries.add(new Checkpoint.Entry(vector.name(m), List.of(values.length), values));
      }
    }
    return entries;
  }
}
