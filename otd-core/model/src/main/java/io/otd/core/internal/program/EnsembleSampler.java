// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Member;
import io.otd.core.internal.model.ModelSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/**
 * Draws predictions of a model whose numbers were learned once or several times (a deep ensemble,
 * Lakshminarayanan et al. 2017), or of a pool of such ensembles of several components. The draws of
 * the M members are pooled in turn: draw k is of member {@code k mod M}, so that every prefix is as
 * balanced as it can be, and all members have equally many. The components of a pool take turns by
 * {@link DrawRounds}. One thread at a time.
 */
public final class EnsembleSampler implements AutoCloseable {
  private final List<Component> components;
  private final DrawRounds rounds;
  private final List<SamplingProgram> programs = new ArrayList<>();
  private boolean called;

  /**
   * Builds the programs; XLA compiles them at the first call.
   *
   * @param components what is sampled: at least one
   * @param draws S, at least 1; rounded up to as many from each member, at least one from each
   *     component (see {@link #draws()})
   * @param rows approximate number of rows per request
   * @param design how the draws of a member relate; those of two members are independent
   * @param compiler of its functions
   */
  public EnsembleSampler(
      List<Component> components, int draws, int rows, DrawDesign design, Compiler compiler) {
    this.components = List.copyOf(components);
    this.rounds = rounds(components, draws);
    for (int c = 0; c < components.size(); c++) {
      ModelSpec model = components.get(c).spec();
      int each = rounds.count(c);
      int block = SamplingProgram.blockFor(model, each, rows);
      programs.add(new SamplingProgram(model, each, block, design, compiler));
    }
  }

  /**
   * In which order the components of a pool give their draws: equally many from each member of a
   * component, so their number is rounded up; one from each if nothing is random.
   *
   * @param components at least one, all of as many members
   * @param draws number of draws, at least 1
   */
  public static DrawRounds rounds(List<Component> components, int draws) {
    int members = members(components);
    for (Component component : components) {
      if (component.members().size() != members) {
        throw new IllegalArgumentException(
            "a component of %s members (expected: %s, as the first component has)"
                .formatted(component.members().size(), members));
      }
    }
    if (components.size() == 1 && !components.get(0).spec().random()) {
      return DrawRounds.of(List.of(1.0), 1);
    }
    if (!components.stream().allMatch(component -> component.spec().random())) {
      throw new IllegalArgumentException(
          "a pool with a component that is not random (expected: masks or an output law that are)");
    }
    List<Double> weights = components.stream().map(Component::weight).toList();
    return DrawRounds.of(weights, (draws + members - 1) / members);
  }

  private static int members(List<Component> components) {
    return components.get(0).members().size();
  }

  /** S. */
  public int draws() {
    return Math.multiplyExact(rounds.components().size(), members(components));
  }

  /**
   * Draws predictions, the spread of each member's own draws calibrated.
   *
   * @param x {@code [n, d_x]}, row-major, n at least 1
   * @param key of the noise, from {@link Uniforms#key}
   * @return {@code [S, n, d_y]}, row-major
   */
  public float[] sample(float[] x, long key) {
    return sample(x, key, EachNetwork.IN_TURN);
  }

  /**
   * Draws the same predictions, of several networks at a time if requested. At first, one network
   * of each component comes before the others: its call compiles the program, or finds that it
   * cannot be compiled.
   *
   * @param x {@code [n, d_x]}, row-major, n at least 1
   * @param key of the noise, from {@link Uniforms#key}
   * @param each works on the networks
   * @return {@code [S, n, d_y]}, row-major
   */
  public float[] sample(float[] x, long key, EachNetwork each) {
    int members = members(components);
    List<List<float[]>> drawn = new ArrayList<>();
    components.forEach(component -> drawn.add(new ArrayList<>()));
    if (!called) {
      add(drawn, each.of(components.size(), c -> of(c, 0, x, key)));
      called = true;
    }
    int first = drawn.get(0).size();
    int others = members - first;
    add(
        drawn,
        each.of(others * components.size(), i -> of(i / others, first + i % others, x, key)));
    ModelSpec model = components.get(0).spec();
    int slice = x.length / model.inputs() * model.outputs();
    return rounds.merged(
        drawn.stream().map(ofComponent -> inTurn(ofComponent, slice)).toList(),
        Math.multiplyExact(members, slice));
  }

  /**
   * Adds what networks gave to the draws of their components.
   *
   * @param more of as many networks of each component, one component after another
   */
  private static void add(List<List<float[]>> ofComponents, List<float[]> more) {
    int each = more.size() / ofComponents.size();
    for (int c = 0; c < ofComponents.size(); c++) {
      ofComponents.get(c).addAll(more.subList(c * each, (c + 1) * each));
    }
  }

  /** The draws of a network. */
  private float[] of(int component, int number, float[] x, long key) {
    SamplingProgram program = programs.get(component);
    Member member = components.get(component).members().get(number);
    float[] drawn = program.sample(member.values().vector(), x, key(key, component, number));
    member.spread().apply(drawn, program.draws());
    return drawn;
  }

  /**
   * Streams of the noise of a network: those of the first component count from 0, then those of the
   * next.
   */
  private long key(long key, int component, int member) {
    return Uniforms.branch(key, component * members(components) + member);
  }

  /**
   * The outputs of the passes of a component's networks, in the order of its draws.
   *
   * @param component from 0
   * @param x {@code [n, d_x]}, row-major, n at least 1
   * @return {@code [M model.passes(S_c / M), n, w]}, row-major
   */
  public float[] raw(int component, float[] x, long key) {
    ModelSpec model = components.get(component).spec();
    SamplingProgram program = programs.get(component);
    return inTurn(
        ofMembers(component, key, (parameters, own) -> program.raw(parameters, x, own)),
        x.length / model.inputs() * model.width());
  }

  /**
   * The masks behind the draws of a component, for laws whose masks the rows share, or if rows are
   * processed one by one.
   *
   * @param component from 0
   * @return {@code [M model.passes(S_c / M), d_z]}, in the order of the draws
   */
  public float[] masks(int component, long key) {
    SamplingProgram program = programs.get(component);
    return inTurn(
        ofMembers(
            component, key, (parameters, own) -> program.masks(parameters, own).transported()),
        components.get(component).spec().network().latentWidth());
  }

  /**
   * The noise of the output law behind the draws of a component.
   *
   * @param component from 0
   * @return {@code [S_c, uniforms]}; empty if the law takes none
   */
  public float[] outputNoise(int component, long key) {
    ModelSpec model = components.get(component).spec();
    return inTurn(
        ofMembers(component, key, programs.get(component)::outputNoise),
        model.law().uniforms(model.outputs()));
  }

  /** What a component's program makes of each member's parameters and key. */
  private List<float[]> ofMembers(
      int component, long key, BiFunction<float[], Long, float[]> program) {
    List<Member> members = components.get(component).members();
    return IntStream.range(0, members.size())
        .mapToObj(m -> program.apply(members.get(m).values().vector(), key(key, component, m)))
        .toList();
  }

  /** Takes a slice of each member in turn. */
  private static float[] inTurn(List<float[]> each, int slice) {
    if (each.size() == 1) {
      return each.get(0);
    }
    float[] result = new float[Math.multiplyExact(each.size(), each.get(0).length)];
    for (int from = 0, to = 0; from < each.get(0).length; from += slice) {
      for (float[] member : each) {
        System.arraycopy(member, from, result, to, slice);
        to += slice;
      }
    }
    return result;
  }

  @Override
  public void close() {
    programs.forEach(SamplingProgram::close);
  }
}
