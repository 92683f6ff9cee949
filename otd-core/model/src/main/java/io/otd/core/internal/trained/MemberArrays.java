// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.model.ModelSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * The positions of a kind's networks in a file of named arrays.
 *
 * @param kinds of the model
 * @param kind which, from 0
 * @param members M of each kind
 */
public record MemberArrays(int kinds, int kind, int members) {
  /**
   * Name of a parameter of a member: its own if there is one network, else under {@code
   * member_NUMBER/}, of a pool under {@code kind_NUMBER/member_NUMBER/}.
   *
   * @param member from 0
   * @param parameter its name in the model
   */
  public String name(int member, String parameter) {
    return ofKind(members == 1 ? parameter : "member_" + member + "/" + parameter);
  }

  /** Name of an array that the members of the kind share. */
  public String ofKind(String array) {
    return kinds == 1 ? array : "kind_" + kind + "/" + array;
  }

  /** All learned arrays of a model, kind by kind, member by member. */
  public static List<Checkpoint.Entry> entries(TrainedModel model) {
    List<Checkpoint.Entry> entries = new ArrayList<>();
    for (int c = 0; c < model.kinds().size(); c++) {
      entries.addAll(of(model, c).entries(model.kinds().get(c)));
    }
    return entries;
  }

  /** The learned arrays of the kind, member by member. */
  public List<Checkpoint.Entry> entries(TrainedKind kind) {
    List<Checkpoint.Entry> entries = new ArrayList<>();
    for (int m = 0; m < members; m++) {
      for (Parameter p : kind.spec().parameters()) {
        float[] values = kind.members().get(m).weights().get(p.name());
        entries.add(new Checkpoint.Entry(name(m, p.name()), p.shape(), values));
      }
    }
    return entries;
  }

  /** The names of a kind of a model. */
  public static MemberArrays of(TrainedModel model, int kind) {
    return new MemberArrays(model.kinds().size(), kind, model.size());
  }

  /** The parameters with the names they have in the file, member by member. */
  public List<Parameter> parameters(ModelSpec spec) {
    List<Parameter> all = new ArrayList<>();
    for (int m = 0; m < members; m++) {
      for (Parameter p : spec.parameters()) {
        all.add(new Parameter(name(m, p.name()), p.shape(), p.initializer()));
      }
    }
    return all;
  }
}
