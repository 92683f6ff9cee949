// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Member;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Mlp;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.trained.Checkpoint;
import io.otd.core.internal.trained.MemberArrays;
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

  /** All learned arrays of a model, component by component. */
  static List<Checkpoint.Entry> entries(TrainedModel trained) {
    List<Checkpoint.Entry> entries = new ArrayList<>();
    for (int c = 0; c < trained.components().size(); c++) {
      Component component = trained.components().get(c);
      MemberArrays names = MemberArrays.of(trained, c);
      if (!(component.spec().network() instanceof Mlp)) {
        for (Parameter p : component.spec().parameters()) {
          Parameter joined = joined(names, p);
          entries.add(new Checkpoint.Entry(joined.name(), joined.shape(), values(component, p)));
        }
      } else {
        entries.addAll(names.entries(component));
      }
    }
    return entries;
  }

  /** All learned arrays, and the bank. */
  static List<Checkpoint.Entry> entries(TrainedModel trained, List<KindBank> banks) {
    List<Checkpoint.Entry> entries = new ArrayList<>(entries(trained));
    for (int c = 0; c < banks.size(); c++) {
      ModelSpec spec = trained.components().get(c).spec();
      MemberArrays names = MemberArrays.of(trained, c);
      KindBank bank = banks.get(c);
      entries.add(
          array(names.shared(ServingNames.MASK_BANK), spec.network().latentWidth(), bank.masks()));
      if (bank.noise().length > 0) {
        entries.add(
            array(
                names.shared(ServingNames.NOISE_BANK),
                spec.law().uniforms(spec.outputs()),
                bank.noise()));
      }
    }
    return entries;
  }

  private static Checkpoint.Entry array(String name, int width, float[] values) {
    return new Checkpoint.Entry(name, List.of(values.length / width, width), values);
  }

  /** Their names and shapes, in the same order. */
  static List<Parameter> parameters(TrainedModel trained) {
    List<Parameter> all = new ArrayList<>();
    for (int c = 0; c < trained.components().size(); c++) {
      Component component = trained.components().get(c);
      MemberArrays names = MemberArrays.of(trained, c);
      if (!(component.spec().network() instanceof Mlp)) {
        component.spec().parameters().forEach(p -> all.add(joined(names, p)));
      } else {
        all.addAll(names.parameters(component.spec()));
      }
    }
    return all;
  }

  /** An array of the forests of all members. */
  static Parameter joined(MemberArrays names, Parameter ofMember) {
    List<Integer> shape = new ArrayList<>(ofMember.shape());
    shape.set(0, Math.multiplyExact(shape.get(0), names.members()));
    return new Parameter(names.shared(ofMember.name()), shape, ofMember.initializer());
  }

  private static float[] values(Component component, Parameter ofMember) {
    float[] all = new float[Math.multiplyExact(ofMember.size(), component.members().size())];
    int to = 0;
    for (Member member : component.members()) {
      System.arraycopy(member.values().get(ofMember.name()), 0, all, to, ofMember.size());
      to += ofMember.size();
    }
    return all;
  }
}
