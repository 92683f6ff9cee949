// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.light.internal.model.LightKind;
import io.otd.light.internal.model.LightMember;
import io.otd.light.internal.model.LightModel;
import io.otd.serve.internal.parallel.ParallelPieces;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Computes the laws of rows. Immutable and thread-safe. */
public final class LightEngine {
  /** Rows that a thread processes at once, if there are many. */
  private static final int BLOCK = 16;

  private final LightModel model;
  private final TargetDraws targets;
  private final List<Member> members = new ArrayList<>();

  /**
   * The arrays that a member predicts with.
   *
   * @param kind of the member
   * @param outputs what the law of the outputs makes of its passes
   * @param places of its draws in the pool
   * @param function of the member
   * @param spread of its own draws
   * @param latents its law of fresh latents
   * @param bank latents of its passes
   * @param noise of its draws, {@code [K, noise]}, row-major
   */
  private record Member(
      LightKind kind,
      OutputDraws outputs,
      int[] places,
      MemberFunction function,
      SpreadCalibration spread,
      LatentDraws latents,
      PassLatents bank,
      float[] noise) {}

  /** Lays out the numbers of a model. */
  public LightEngine(LightModel model) {
    this.model = model;
    this.targets = new TargetDraws(model);
    for (int c = 0; c < model.kinds().size(); c++) {
      for (int m = 0; m < model.size(); m++) {
        members.add(member(c, m));
      }
    }
  }

  private Member member(int number, int m) {
    LightKind kind = model.kinds().get(number);
    int ofFunction = kind.network().arrays(kind.width()).size();
    LightMember member = kind.members().get(m);
    List<float[]> arrays = member.arrays();
    MemberFunction function = MemberFunction.of(kind, arrays.subList(0, ofFunction));
    float[] latents = ofMember(kind.latentBank(), kind.network().latentWidth(), m);
    return new Member(
        kind,
        new OutputDraws(kind.law(), kind.outputs()),
        places(number, m),
        function,
        new SpreadCalibration(member.spread()),
        new LatentDraws(kind, arrays.subList(ofFunction, arrays.size())),
        function.latents(LatentDraws.byUnit(latents, kind.passes()), kind.passes(), BLOCK),
        ofMember(kind.noiseBank(), kind.law().noise(kind.outputs()), m));
  }

  /** A round holds one draw of each member of a kind. */
  private int[] places(int kind, int member) {
    return IntStream.range(0, model.rounds().size())
        .filter(round -> model.rounds().get(round) == kind)
        .map(round -> round * model.size() + member)
        .toArray();
  }

  /** The rows of a bank that belong to a member: every M-th. */
  private float[] ofMember(float[] bank, int width, int member) {
    int count = model.size();
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
   * The laws of rows, from the bank. Many rows are divided among the calling thread and the common
   * pool.
   *
   * @param x encoded rows, {@code [n][d_x]}
   * @param result what is made of a law; in any thread
   * @return one per row
   */
  public <T> List<T> laws(float[][] x, Function<RowLaw, T> result) {
    if (x.length < 2 * BLOCK) {
      return block(x, result);
    }
    int blocks = (x.length - 1) / BLOCK + 1;
    List<List<T>> results = new ArrayList<>(Collections.nCopies(blocks, List.of()));
    AtomicInteger next = new AtomicInteger();
    Supplier<Boolean> inTurn =
        () -> {
          for (int i = next.getAndIncrement(); i < blocks; i = next.getAndIncrement()) {
            int to = Math.min(x.length, (i + 1) * BLOCK);
            results.set(i, block(Arrays.copyOfRange(x, i * BLOCK, to), result));
          }
          return true;
        };
    int threads = Math.min(blocks, 1 + ForkJoinPool.getCommonPoolParallelism());
    List<Boolean> unused = ParallelPieces.COMMON.all(Collections.nCopies(threads, inTurn));
    return results.stream().flatMap(List::stream).toList();
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
   * @return one per row
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
            member
                .function()
                .latents(
                    member.latents().draw(key, member.kind().passes()),
                    member.kind().passes(),
                    to - from);
        float[] noise =
            member.outputs().noise(PhiloxUniforms.branch(key, -1), member.kind().memberDraws());
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
    MemberFunction.Scratch scratch = member.function().scratch(latents);
    float[][] raw = new float[latents.rows()][latents.passes() * member.kind().width()];
    for (int first = from; first < to; first += latents.rows()) {
      int count = Math.min(latents.rows(), to - first);
      member.function().run(x, first, count, latents, scratch, raw);
      for (int r = 0; r < count; r++) {
        int draws = member.kind().memberDraws();
        float[] drawn = member.outputs().draw(raw[r], latents.passes(), noise, draws);
        member.spread().apply(drawn, draws);
        pool(drawn, member.places(), pooled[first + r]);
      }
    }
    member.function().release(scratch);
  }

  private void pool(float[] drawn, int[] places, float[] pooled) {
    int width = model.outputs();
    for (int k = 0; k < places.length; k++) {
      System.arraycopy(drawn, k * width, pooled, places[k] * width, width);
    }
  }
}
