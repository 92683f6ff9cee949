// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.model.ModelSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Draws predictions of a model whose numbers were learned once or several times (a deep ensemble,
 * Lakshminarayanan et al. 2017), or of a pool of such ensembles of several kinds. The draws of the
 * M members are pooled in turn: draw k is of member {@code k mod M}, so that every prefix is as
 * balanced as it can be, and all members have equally many. The kinds of a pool take turns by
 * {@link DrawRounds}. One thread at a time.
 */
public final class EnsembleSampler implements AutoCloseable {
  private final List<SampledKind> kinds;
  private final DrawRounds rounds;
  private final List<SamplingProgram> programs = new ArrayList<>();
  private boolean called;

  /**
   * Builds the programs; XLA compiles them at the first call.
   *
   * @param kinds what is sampled: at least one
   * @param draws S, at least 1; rounded up to as many from each member, at least one from each kind
   *     (see {@link #draws()})
   * @param rows approximate number of rows per request
   * @param design how the draws of a member relate; those of two members are independent
   * @param compilation whether to request XLA
   * @param warnings receives a warning if XLA cannot compile
   */
  public EnsembleSampler(
      List<SampledKind> kinds,
      int draws,
      int rows,
      DrawDesign design,
      Compilation compilation,
      Consumer<String> warnings) {
    this.kinds = List.copyOf(kinds);
    this.rounds = rounds(kinds, draws);
    for (int c = 0; c < kinds.size(); c++) {
      ModelSpec model = kinds.get(c).model();
      int each = rounds.count(c);
      int block = SamplingProgram.blockFor(model, each, rows);
      programs.add(new SamplingProgram(model, each, block, design, compilation, warnings));
    }
  }

  /** Of one kind. */
  public EnsembleSampler(
      ModelSpec model,
      List<Member> members,
      int draws,
      int rows,
      DrawDesign design,
      Compilation compilation,
      Consumer<String> warnings) {
    this(List.of(new SampledKind(model, 1, members)), draws, rows, design, compilation, warnings);
  }

  /**
   * In which order the kinds of a pool give their draws: equally many from each member of a kind,
   * so their number is rounded up; one from each if nothing is random.
   *
   * @param models of the kinds
   * @param weights of the kinds
   * @param members M of each kind
   * @param wanted number of draws, at least 1
   */
  public static DrawRounds rounds(
      List<ModelSpec> models, List<Double> weights, int members, int wanted) {
    if (models.size() == 1 && !models.get(0).random()) {
      return DrawRounds.of(List.of(1.0), 1);
    }
    if (!models.stream().allMatch(ModelSpec::random)) {
      throw new IllegalArgumentException(
          "a pool with a kind that is not random (expected: masks or an output law that are)");
    }
    return DrawRounds.of(weights, (wanted + members - 1) / members);
  }

  private static DrawRounds rounds(List<SampledKind> kinds, int wanted) {
    int members = members(kinds);
    for (SampledKind kind : kinds) {
      if (kind.members().size() != members) {
        throw new IllegalArgumentException(
            "a kind of %s members (expected: %s, as the first kind has)"
                .formatted(kind.members().size(), members));
      }
    }
    return rounds(
        kinds.stream().map(SampledKind::model).toList(),
        kinds.stream().map(SampledKind::weight).toList(),
        members,
        wanted);
  }

  private static int members(List<SampledKind> kinds) {
    return kinds.get(0).members().size();
  }

  /** S. */
  public int draws() {
    return Math.multiplyExact(rounds.kinds().size(), members(kinds));
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
   * Draws the same predictions, of several networks at a time if asked to. At first, one network of
   * each kind comes before the others: its call compiles the program, or finds that it cannot be
   * compiled.
   *
   * @param x {@code [n, d_x]}, row-major, n at least 1
   * @param key of the noise, from {@link Uniforms#key}
   * @param each works on the networks
   * @return {@code [S, n, d_y]}, row-major
   */
  public float[] sample(float[] x, long key, EachNetwork each) {
    int members = members(kinds);
    List<List<float[]>> drawn = new ArrayList<>();
    kinds.forEach(kind -> drawn.add(new ArrayList<>()));
    if (!called) {
      add(drawn, each.of(kinds.size(), c -> of(c, 0, x, key)));
      called = true;
    }
    int first = drawn.get(0).size();
    int others = members - first;
    add(drawn, each.of(others * kinds.size(), i -> of(i / others, first + i % others, x, key)));
    ModelSpec model = kinds.get(0).model();
    int slice = x.length / model.inputs() * model.outputs();
    return rounds.merged(
        drawn.stream().map(ofKind -> inTurn(ofKind, slice)).toList(),
        Math.multiplyExact(members, slice));
  }

  /**
   * Adds what networks gave to the draws of their kinds.
   *
   * @param more of as many networks of each kind, one kind after another
   */
  private static void add(List<List<float[]>> ofKinds, List<float[]> more) {
    int each = more.size() / ofKinds.size();
    for (int c = 0; c < ofKinds.size(); c++) {
      ofKinds.get(c).addAll(more.subList(c * each, (c + 1) * each));
    }
  }

  /** The draws of a network. */
  private float[] of(int kind, int number, float[] x, long key) {
    SamplingProgram program = programs.get(kind);
    Member member = kinds.get(kind).members().get(number);
    float[] drawn = program.sample(member.parameters(), x, key(key, kind, number));
    member.spread().apply(drawn, program.draws());
    return drawn;
  }

  /**
   * Streams of the noise of a network: those of the first kind count from 0, then those of the
   * next.
   */
  private long key(long key, int kind, int member) {
    return Uniforms.branch(key, kind * members(kinds) + member);
  }

  /**
   * The outputs of the passes of a kind's networks, in the order of its draws.
   *
   * @param kind from 0
   * @param x {@code [n, d_x]}, row-major, n at least 1
   * @param key of the noise
   * @return {@code [M model.passes(S_c / M), n, w]}, row-major
   */
  public float[] raw(int kind, float[] x, long key) {
    ModelSpec model = kinds.get(kind).model();
    List<float[]> each = new ArrayList<>();
    for (int m = 0; m < members(kinds); m++) {
      float[] parameters = kinds.get(kind).members().get(m).parameters();
      each.add(programs.get(kind).raw(parameters, x, key(key, kind, m)));
    }
    return inTurn(each, x.length / model.inputs() * model.width());
  }

  /**
   * The masks behind the draws of a kind, for laws whose masks the rows share, or if rows are
   * processed one by one.
   *
   * @param kind from 0
   * @param key of the noise
   * @return {@code [M model.passes(S_c / M), d_z]}, in the order of the draws
   */
  public float[] masks(int kind, long key) {
    List<float[]> each = new ArrayList<>();
    for (int m = 0; m < members(kinds); m++) {
      float[] parameters = kinds.get(kind).members().get(m).parameters();
      each.add(programs.get(kind).masks(parameters, key(key, kind, m)).transported());
    }
    return inTurn(each, kinds.get(kind).model().network().latentWidth());
  }

  /**
   * The noise of the output law behind the draws of a kind.
   *
   * @param kind from 0
   * @param key of the noise
   * @return {@code [S_c, uniforms]}; empty if the law takes none
   */
  public float[] outputNoise(int kind, long key) {
    ModelSpec model = kinds.get(kind).model();
    List<float[]> each = new ArrayList<>();
    for (int m = 0; m < members(kinds); m++) {
      float[] parameters = kinds.get(kind).members().get(m).parameters();
      each.add(programs.get(kind).outputNoise(parameters, key(key, kind, m)));
    }
    return inTurn(each, model.law().uniforms(model.outputs()));
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
