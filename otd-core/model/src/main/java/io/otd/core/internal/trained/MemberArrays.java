// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.model.ModelSpec;
import java.util.ArrayList;
import java.util.List;

/** Where the numbers of the members of an ensemble are in a file of named arrays. */
public final class MemberArrays {
  private MemberArrays() {}

  /**
   * Name of a parameter of a member: its own where there is one member, else under {@code
   * member_NUMBER/}.
   *
   * @param members M
   * @param member from 0
   * @param parameter its name in the model
   */
  public static String name(int members, int member, String parameter) {
    return members == 1 ? parameter : "member_" + member + "/" + parameter;
  }

  /** All learned arrays of a model, member by member. */
  public static List<Checkpoint.Entry> entries(TrainedModel model) {
    List<Checkpoint.Entry> entries = new ArrayList<>();
    int members = model.members().size();
    for (int m = 0; m < members; m++) {
      for (Parameter p : model.spec().parameters()) {
        entries.add(
            new Checkpoint.Entry(
                name(members, m, p.name()),
                p.shape(),
                model.members().get(m).weights().get(p.name())));
      }
    }
    return entries;
  }

  /** Their parameters with the names they have in the file, member by member. */
  public static List<Parameter> parameters(ModelSpec spec, int members) {
    List<Parameter> all = new ArrayList<>();
    for (int m = 0; m < members; m++) {
      for (Parameter p : spec.parameters()) {
        all.add(new Parameter(name(members, m, p.name()), p.shape(), p.initializer()));
      }
    }
    return all;
  }
}
