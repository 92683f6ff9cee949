// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.files.FileDigest;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.model.Weights;
import io.otd.core.internal.provenance.Provenance;
import io.otd.core.schema.TableSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@code model.json} holds: a trained model without its numbers, and which files those are in.
 *
 * @param format version of this record
 * @param members calibration of the spread of each member's own draws, at least one
 * @param checkpoint name of the directory of the tensor files, beside this file
 * @param files digest of each file in it
 */
record ModelDocument(
    int format,
    ModelSpec model,
    List<SpreadCalibration> members,
    TableSchema schema,
    Calibration calibration,
    long seed,
    Map<String, Double> metrics,
    Provenance provenance,
    String checkpoint,
    Map<String, FileDigest> files) {
  /** The version that is written, and the only one that is read. */
  static final int FORMAT = 3;

  ModelDocument {
    members = List.copyOf(members);
    if (members.isEmpty()) {
      throw new IllegalArgumentException("members: none (expected: at least one)");
    }
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
    if (!checkpoint.matches("checkpoint-[0-9a-f]+")) {
      throw new IllegalArgumentException(
          "checkpoint: \"" + checkpoint + "\" (expected: checkpoint- and hexadecimal digits)");
    }
    for (String file : files.keySet()) {
      if (!file.matches("[a-z0-9-]+(\\.[a-z0-9-]+)*")) {
        throw new IllegalArgumentException("file name: \"" + file + "\" (expected: a plain name)");
      }
    }
  }

  static ModelDocument of(TrainedModel trained, String checkpoint, Map<String, FileDigest> files) {
    return new ModelDocument(
        FORMAT,
        trained.spec(),
        trained.members().stream().map(TrainedMember::spread).toList(),
        trained.schema(),
        trained.calibration(),
        trained.seed(),
        trained.metrics(),
        trained.provenance(),
        checkpoint,
        files);
  }

  TrainedModel with(List<Weights> weights) {
    List<TrainedMember> all = new ArrayList<>();
    for (int m = 0; m < weights.size(); m++) {
      all.add(new TrainedMember(weights.get(m), members.get(m)));
    }
    return new TrainedModel(model, schema, calibration, all, seed, metrics, provenance);
  }
}
