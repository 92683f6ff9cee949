// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.network.Forest;
import io.otd.core.internal.trained.Checkpoint;
import io.otd.core.internal.trained.MemberArrays;
import io.otd.core.internal.trained.TrainedKind;
import io.otd.core.internal.trained.TrainedMember;
import io.otd.core.internal.trained.TrainedModel;
import java.util.ArrayList;
import java.util.List;

/**
 * The learned arrays as an export holds them: those of networks member by member; those of forests
 * in one, the members one after another along the first axis, because a graph descends the trees of
 * all members at once.
 */
final class ServedArrays {
  private ServedArrays() {}

  /** All learned arrays of a model, kind by kind. */
  static List<Checkpoint.Entry> entries(TrainedModel trained) {
    List<Checkpoint.Entry> entries = new ArrayList<>();
    for (int c = 0; c < trained.kinds().size(); c++) {
      TrainedKind kind = trained.kinds().get(c);
      MemberArrays names = MemberArrays.of(trained, c);
      if (kind.spec().network() instanceof Forest) {
        for (Parameter p : kind.spec().parameters()) {
          Parameter joined = joined(names, p);
          entries.add(new Checkpoint.Entry(joined.name(), joined.shape(), values(kind, p)));
        }
      } else {
        entries.addAll(names.entries(kind));
      }
    }
    return entries;
  }

  /** Their names and shapes, in the same order. */
  static List<Parameter> parameters(TrainedModel trained) {
    List<Parameter> all = new ArrayList<>();
    for (int c = 0; c < trained.kinds().size(); c++) {
      TrainedKind kind = trained.kinds().get(c);
      MemberArrays names = MemberArrays.of(trained, c);
      if (kind.spec().network() instanceof Forest) {
        kind.spec().parameters().forEach(p -> all.add(joined(names, p)));
      } else {
        all.addAll(names.parameters(kind.spec()));
      }
    }
    return all;
  }

  /** An array of the forests of all members. */
  static Parameter joined(MemberArrays names, Parameter ofMember) {
    List<Integer> shape = new ArrayList<>(ofMember.shape());
    shape.set(0, Math.multiplyExact(shape.get(0), names.members()));
    return new Parameter(names.ofKind(ofMember.name()), shape, ofMember.initializer());
  }

  private static float[] values(TrainedKind kind, Parameter ofMember) {
    float[] all = new float[Math.multiplyExact(ofMember.size(), kind.members().size())];
    int to = 0;
    for (TrainedMember member : kind.members()) {
      System.arraycopy(member.weights().get(ofMember.name()), 0, all, to, ofMember.size());
      to += ofMember.size();
    }
    return all;
  }
}
