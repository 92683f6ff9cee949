// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.check.Check;
import io.otd.core.internal.files.FileDigest;
import io.otd.core.internal.files.StrictJson;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Member;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.model.Weights;
import io.otd.core.internal.profile.TrainingProfile;
import io.otd.core.internal.provenance.Provenance;
import io.otd.core.schema.TableSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The contents of {@code model.json}: a trained model without its numbers, and the files that hold
 * them.
 *
 * @param format version of this record
 * @param kinds of the networks
 * @param checkpoint name of the directory of the tensor files, next to this file
 * @param files digest of each file in it
 */
record ModelDocument(
    int format,
    List<Kind> kinds,
    TableSchema schema,
    Calibration calibration,
    long seed,
    Map<String, Double> metrics,
    Provenance provenance,
    TrainingProfile profile,
    String checkpoint,
    Map<String, FileDigest> files) {
  /** The version written by this program. */
  static final int FORMAT = 10;

  /**
   * A kind of networks.
   *
   * @param name of it
   * @param model what each is
   * @param weight share of the draws
   * @param members calibration of the spread of each member's own draws, at least one
   */
  record Kind(String name, ModelSpec model, double weight, List<SpreadCalibration> members) {
    Kind {
      members = List.copyOf(members);
      if (members.isEmpty()) {
        throw new IllegalArgumentException("members: none (expected: at least one)");
      }
      for (SpreadCalibration member : members) {
        Check.that(member.power() == 0, "member spread power", member.power(), "0");
        Check.that(member.groups().isEmpty(), "member spread groups", member.groups(), "none");
      }
    }
  }

  ModelDocument {
    kinds = List.copyOf(kinds);
    if (kinds.isEmpty()) {
      throw new IllegalArgumentException("kinds: none (expected: at least one)");
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
        trained.components().stream()
            .map(
                kind ->
                    new Kind(
                        kind.name(),
                        kind.spec(),
                        kind.weight(),
                        kind.members().stream().map(Member::spread).toList()))
            .toList(),
        trained.schema(),
        trained.calibration(),
        trained.seed(),
        trained.metrics(),
        trained.provenance(),
        trained.profile(),
        checkpoint,
        files);
  }

  /**
   * Reads it.
   *
   * @throws io.otd.core.internal.files.InvalidFileException if the file is missing or not as it
   *     should be, naming the place
   * @throws IOException if it cannot be read
   */
  static ModelDocument read(Path file) throws IOException {
    return StrictJson.read(file, FORMAT, ModelDocument.class);
  }

  /** Shapes and names of the learned arrays, in the order of {@link #with}. */
  List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>();
    for (int c = 0; c < kinds.size(); c++) {
      Kind kind = kinds.get(c);
      all.addAll(new MemberArrays(kinds.size(), c, kind.members().size()).parameters(kind.model()));
    }
    return all;
  }

  /** With the learned arrays. */
  TrainedModel with(List<float[]> arrays) {
    List<Component> all = new ArrayList<>();
    int from = 0;
    for (Kind kind : kinds) {
      List<Parameter> parameters = kind.model().parameters();
      List<Member> members = new ArrayList<>();
      for (SpreadCalibration spread : kind.members()) {
        List<float[]> own = arrays.subList(from, from + parameters.size());
        members.add(new Member(new Weights(parameters, own), spread));
        from += parameters.size();
      }
      all.add(new Component(kind.name(), kind.model(), kind.weight(), members));
    }
    return new TrainedModel(all, schema, calibration, seed, metrics, provenance, profile);
  }
}
