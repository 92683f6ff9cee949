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
 * Lakshminarayanan et al. 2017). The draws of the M members are pooled in turn: draw k is of member
 * {@code k mod M}, so that every prefix is as balanced as it can be, and all members have equally
 * many. One thread at a time.
 */
public final class EnsembleSampler implements AutoCloseable {
  private final ModelSpec model;
  private final List<Member> members;
  private final SamplingProgram program;

  /**
   * Builds the program; XLA compiles it at the first call.
   *
   * @param model what is sampled
   * @param members at least one
   * @param draws S, at least 1; see {@link #draws(ModelSpec, int, int)} for how many there will be
   * @param rows about how many rows will be asked for at once
   * @param design how the draws of a member relate; those of two members are independent
   * @param compilation whether to ask for XLA
   * @param warnings is told if XLA refuses
   */
  public EnsembleSampler(
      ModelSpec model,
      List<Member> members,
      int draws,
      int rows,
      DrawDesign design,
      Compilation compilation,
      Consumer<String> warnings) {
    this.model = model;
    this.members = List.copyOf(members);
    int each = draws(model, members.size(), draws) / members.size();
    this.program =
        new SamplingProgram(
            model,
            each,
            SamplingProgram.blockFor(model, each, rows),
            design,
            compilation,
            warnings);
  }

  /**
   * S: the draws that an ensemble gives where some are wanted. Equally many from each member, so
   * rounded up; one from each where nothing is random.
   *
   * @param model of the members
   * @param members M, at least 1
   * @param wanted at least 1
   */
  public static int draws(ModelSpec model, int members, int wanted) {
    return model.random() ? Math.multiplyExact((wanted + members - 1) / members, members) : members;
  }

  /** S. */
  public int draws() {
    return program.draws() * members.size();
  }

  /**
   * Draws predictions, the spread of each member's own draws calibrated.
   *
   * @param x {@code [n, d_x]}, row-major, n at least 1
   * @param key of the noise, from {@link Uniforms#key}
   * @return {@code [S, n, d_y]}, row-major
   */
  public float[] sample(float[] x, long key) {
    List<float[]> each = new ArrayList<>();
    for (int m = 0; m < members.size(); m++) {
      Member member = members.get(m);
      float[] drawn = program.sample(member.parameters(), x, Uniforms.branch(key, m));
      member.spread().apply(drawn, program.draws());
      each.add(drawn);
    }
    return pooled(each, x.length / model.inputs() * model.outputs());
  }

  /**
   * What the passes of the members' networks give, in the order of the draws.
   *
   * @param x {@code [n, d_x]}, row-major, n at least 1
   * @param key of the noise
   * @return {@code [M model.passes(S / M), n, w]}, row-major
   */
  public float[] raw(float[] x, long key) {
    List<float[]> each = new ArrayList<>();
    for (int m = 0; m < members.size(); m++) {
      each.add(program.raw(members.get(m).parameters(), x, Uniforms.branch(key, m)));
    }
    return pooled(each, x.length / model.inputs() * model.width());
  }

  /**
   * The masks behind the draws, for laws whose masks the rows share or where rows come one by one.
   *
   * @param key of the noise
   * @return {@code [M model.passes(S / M), d_z]}, in the order of the draws
   */
  public float[] masks(long key) {
    List<float[]> each = new ArrayList<>();
    for (int m = 0; m < members.size(); m++) {
      each.add(program.masks(members.get(m).parameters(), Uniforms.branch(key, m)).transported());
    }
    return pooled(each, model.network().latentWidth());
  }

  /**
   * The noise of the output law behind the draws.
   *
   * @param key of the noise
   * @return {@code [S, uniforms]}; empty where the law takes none
   */
  public float[] outputNoise(long key) {
    List<float[]> each = new ArrayList<>();
    for (int m = 0; m < members.size(); m++) {
      each.add(program.outputNoise(members.get(m).parameters(), Uniforms.branch(key, m)));
    }
    return pooled(each, model.law().uniforms(model.outputs()));
  }

  /** Takes a slice of each member in turn. */
  private static float[] pooled(List<float[]> each, int slice) {
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
    program.close();
  }
}
