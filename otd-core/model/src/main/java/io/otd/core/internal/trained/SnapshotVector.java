// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The vectors of a snapshot, by the names they have in a checkpoint. */
enum SnapshotVector {
  PARAMETERS("parameters"),
  FIRST_MOMENT("first_moment"),
  SECOND_MOMENT("second_moment"),
  AVERAGE("average"),
  BEST("best");

  private final String label;

  SnapshotVector(String label) {
    this.label = label;
  }

  float[] of(TrainingSnapshot snapshot) {
    return switch (this) {
      case PARAMETERS -> snapshot.parameters();
      case FIRST_MOMENT -> snapshot.firstMoment();
      case SECOND_MOMENT -> snapshot.secondMoment();
      case AVERAGE -> snapshot.average();
      case BEST -> snapshot.best();
    };
  }

  /** Its name in the checkpoint for one of the snapshots there, from 0. */
  String name(int snapshot) {
    return "snapshot/" + snapshot + "/" + label;
  }

  /** Names of the vectors of a snapshot, from 0. */
  static List<String> names(int snapshot) {
    return Arrays.stream(values()).map(vector -> vector.name(snapshot)).toList();
  }

  static List<Checkpoint.Entry> entries(List<TrainingSnapshot> snapshots) {
    List<Checkpoint.Entry> entries = new ArrayList<>();
    for (int m = 0; m < snapshots.size(); m++) {
      for (SnapshotVector vector : values()) {
        float[] values = vector.of(snapshots.get(m));
        entries.add(new Checkpoint.Entry(vector.name(m), List.of(values.length), values));
      }
    }
    return entries;
  }
}
