// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.ModelSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * The positions of a component's networks in a file of named arrays.
 *
 * @param components of the model
 * @param component which, from 0
 * @param members M of each component
 */
public record MemberArrays(int components, int component, int members) {
  /**
   * Name of a parameter of a member: its own if there is one network, else under {@code
   * member_NUMBER/}, of a pool under {@code kind_NUMBER/member_NUMBER/}.
   *
   * @param member from 0
   * @param parameter its name in the model
   */
  public String name(int member, String parameter) {
    return shared(members == 1 ? parameter : "member_" + member + "/" + parameter);
  }

  /** Name of an array that the members of the component share. */
  public String shared(String array) {
    return components == 1 ? array : "kind_" + component + "/" + array;
  }

  /** All learned arrays of a model, component by component, member by member. */
  public static List<Checkpoint.Entry> entries(TrainedModel model) {
    List<Checkpoint.Entry> entries = new ArrayList<>();
    for (int c = 0; c < model.components().size(); c++) {
      entries.addAll(of(model, c).entries(model.components().get(c)));
    }
    return entries;
  }

  /** The learned arrays of the component, member by member. */
  public List<Checkpoint.Entry> entries(Component component) {
    List<Checkpoint.Entry> entries = new ArrayList<>();
    for (int m = 0; m < members; m++) {
      for (Parameter p : component.spec().parameters()) {
        float[] values = component.members().get(m).values().get(p.name());
        entries.add(new Checkpoint.Entry(name(m, p.name()), p.shape(), values));
      }
    }
    return entries;
  }

  /** The names of a component of a model. */
  public static MemberArrays of(TrainedModel model, int component) {
    return new MemberArrays(model.components().size(), component, model.size());
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
