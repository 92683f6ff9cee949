// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.light.internal.model.LightMember;
import io.otd.light.internal.model.LightModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Computes the laws of rows. Immutable: any number of threads may ask it at the same time. */
public final class LightEngine {
  /** Rows that a thread takes at once, where there are many. */
  private static final int BLOCK = 16;

  private final LightModel model;
  private final OutputDraws outputs;
  private final TargetDraws targets;
  private final List<Member> members = new ArrayList<>();

  /**
   * What a member predicts with.
   *
   * @param network of the member
   * @param spread of its own draws
   * @param latents its law of fresh latents
   * @param bank latents of its passes
   * @param noise of its draws, {@code [K, noise]}, row-major
   */
  private record Member(
      MemberNetwork network,
      SpreadCalibration spread,
      LatentDraws latents,
      PassLatents bank,
      float[] noise) {}

  /** Lays out the numbers of a model. */
  public LightEngine(LightModel model) {
    this.model = model;
    this.outputs = new OutputDraws(model.law(), model.outputs());
    this.targets = new TargetDraws(model);
    int ofNetwork = model.network().arrays(model.width()).size();
    for (int m = 0; m < model.members().size(); m++) {
      LightMember member = model.members().get(m);
      List<float[]> arrays = member.arrays();
      MemberNetwork network = new MemberNetwork(model, arrays.subList(0, ofNetwork));
      float[] masks = ofMember(model.latentBank(), model.network().latentWidth(), m);
      members.add(
          new Member(
              network,
              new SpreadCalibration(member.spread()),
              new LatentDraws(model, arrays.subList(ofNetwork, arrays.size())),
              network.latents(LatentDraws.byUnit(masks, model.passes()), model.passes()),
              ofMember(model.noiseBank(), model.law().noise(model.outputs()), m)));
    }
  }

  /** The rows of a bank that belong to a member: every M-th. */
  private float[] ofMember(float[] bank, int width, int member) {
    int count = model.members().size();
    float[] result = new float[bank.length / count];
    for (int to = 0, from = member * width; to < result.length; to += width) {
      System.arraycopy(bank, from, result, to, width);
      from += count * width;
    }
    return result;
  }

  /** The model. */
  public LightModel model() {
    return model;
  }

  /**
   * The laws of rows, from the bank. Many rows are divided among the threads of the common pool.
   *
   * @param x encoded rows, {@code [n][d_x]}
   * @param result what is made of a law; in any thread
   * @return one a row
   */
  public <T> List<T> laws(float[][] x, Function<RowLaw, T> result) {
    if (x.length < 2 * BLOCK) {
      return block(x, result);
    }
    return IntStream.rangeClosed(0, (x.length - 1) / BLOCK)
        .parallel()
        .mapToObj(
            i ->
                block(
                    Arrays.copyOfRange(x, i * BLOCK, Math.min(x.length, (i + 1) * BLOCK)), result))
        .flatMap(List::stream)
        .toList();
  }

  private <T> List<T> block(float[][] x, Function<RowLaw, T> result) {
    float[][] pooled = new float[x.length][model.draws() * model.outputs()];
    for (int m = 0; m < members.size(); m++) {
      add(m, members.get(m).bank(), members.get(m).noise(), x, 0, x.length, pooled);
    }
    List<T> results = new ArrayList<>(x.length);
    for (float[] network : pooled) {
      results.add(result.apply(targets.law(network)));
    }
    return results;
  }

  /**
   * The laws of rows whose latents and noise come from a seed.
   *
   * @param x encoded rows, {@code [n][d_x]}
   * @param seeds {@code [n]}
   * @return one a row
   */
  public List<RowLaw> laws(float[][] x, long[] seeds) {
    float[][] pooled = new float[x.length][model.draws() * model.outputs()];
    for (int from = 0, to = 0; from < x.length; from = to) {
      while (to < x.length && seeds[to] == seeds[from]) {
        to++;
      }
      for (int m = 0; m < members.size(); m++) {
        Member member = members.get(m);
        long key = PhiloxUniforms.branch(seeds[from], m);
        PassLatents latents =
            member.network().latents(member.latents().draw(key, model.passes()), model.passes());
        float[] noise = outputs.noise(PhiloxUniforms.branch(key, -1), model.memberDraws());
        add(m, latents, noise, x, from, to, pooled);
      }
    }
    List<RowLaw> laws = new ArrayList<>(pooled.length);
    for (float[] network : pooled) {
      laws.add(targets.law(network));
    }
    return laws;
  }

  /** Adds the draws of a member for some rows to the pool. */
  private void add(
      int number,
      PassLatents latents,
      float[] noise,
      float[][] x,
      int from,
      int to,
      float[][] pooled) {
    Member member = members.get(number);
    MemberNetwork.Scratch scratch = member.network().scratch(latents);
    float[][] raw = new float[latents.rows()][latents.passes() * model.width()];
    for (int first = from; first < to; first += latents.rows()) {
      int count = Math.min(latents.rows(), to - first);
      member.network().run(x, first, count, latents, scratch, raw);
      for (int r = 0; r < count; r++) {
        float[] drawn = outputs.draw(raw[r], latents.passes(), noise, model.memberDraws());
        member.spread().apply(drawn, model.memberDraws());
        pool(drawn, number, pooled[first + r]);
      }
    }
  }

  /** Draw k of member m is draw {@code k M + m}. */
  private void pool(float[] drawn, int member, float[] pooled) {
    int width = model.outputs();
    int stride = members.size() * width;
    int to = member * width;
    for (int at = 0; at < drawn.length; at += width) {
      System.arraycopy(drawn, at, pooled, to, width);
      to += stride;
    }
  }
}
