// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.output.PassOutputs;
import io.otd.core.internal.program.LatentCounts;
import io.otd.core.internal.program.Latents;
import io.otd.core.internal.program.ModelNoise;
import io.otd.core.internal.program.PredictionGraph;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.trained.MemberArrays;
import io.otd.core.internal.trained.TrainedKind;
import io.otd.core.internal.trained.TrainedMember;
import io.otd.core.internal.trained.TrainedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Stack;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TFloat64;
import org.tensorflow.types.TInt64;

/** Adds the draws of the networks of a kind to a graph, one member after another. */
final class MemberDraws implements KindDraws {
  private final ModelSpec model;
  private final List<SpreadCalibration> spreads;
  private final int first;
  private final MemberArrays names;
  private final int draws;

  /**
   * Takes a kind of a model.
   *
   * @param number of the kind, from 0
   * @param draws of the kind, a multiple of M
   */
  MemberDraws(TrainedModel trained, int number, int draws) {
    TrainedKind kind = trained.kinds().get(number);
    this.model = kind.spec();
    this.spreads = kind.members().stream().map(TrainedMember::spread).toList();
    this.first = number * trained.size();
    this.names = MemberArrays.of(trained, number);
    this.draws = draws;
  }

  private int members() {
    return spreads.size();
  }

  @Override
  public Operand<TFloat32> fromBank(Ops tf, Operand<TFloat32> x, ParameterValues values) {
    List<Operand<TFloat32>> each = new ArrayList<>();
    Operand<TFloat32> masks = values.get(names.ofKind(ServingNames.MASK_BANK));
    for (int m = 0; m < members(); m++) {
      Optional<Operand<TFloat32>> noise =
          model.law().random()
              ? Optional.of(ofMember(tf, values.get(names.ofKind(ServingNames.NOISE_BANK)), m))
              : Optional.empty();
      each.add(
          draws(
              tf,
              m,
              PredictionGraph.add(
                  tf,
                  model,
                  parameters(values, m),
                  x,
                  ofMember(tf, masks, m),
                  noise,
                  draws / members())));
    }
    return pooled(tf, each);
  }

  @Override
  public Operand<TFloat32> fresh(
      Ops tf, Operand<TFloat32> x, ParameterValues values, Operand<TInt64> key) {
    List<Operand<TFloat32>> each = new ArrayList<>();
    for (int m = 0; m < members(); m++) {
      ParameterValues own = parameters(values, m);
      ModelNoise noise = ModelNoise.keyed(tf, Uniforms.branch(tf, key, first + m));
      int count = draws / members();
      Latents latents = Latents.draw(tf, model, own, noise, LatentCounts.shared(count, 1));
      each.add(draws(tf, m, PredictionGraph.add(tf, model, own, x, latents, count)));
    }
    return pooled(tf, each);
  }

  private ParameterValues parameters(ParameterValues all, int member) {
    List<Parameter> parameters = model.parameters();
    return ParameterValues.of(
        parameters, parameters.stream().map(p -> all.get(names.name(member, p.name()))).toList());
  }

  /** The rows of a bank that belong to a member: every M-th. */
  private Operand<TFloat32> ofMember(Ops tf, Operand<TFloat32> bank, int member) {
    if (members() == 1) {
      return bank;
    }
    long rows = bank.shape().get(0) / members();
    long width = bank.shape().get(1);
    Operand<TFloat32> byMember = tf.reshape(bank, tf.constant(new long[] {rows, members(), width}));
    return tf.reshape(
        tf.slice(
            byMember,
            tf.constant(new long[] {0, member, 0}),
            tf.constant(new long[] {rows, 1, width})),
        tf.constant(new long[] {rows, width}));
  }

  /** By row, the spread calibrated: {@code [K, B, d_y]} to {@code [B, K, d_y]}. */
  private Operand<TFloat32> draws(Ops tf, int member, PassOutputs outputs) {
    Operand<TFloat32> y =
        tf.linalg.transpose(outputs.samples(tf), tf.constant(new int[] {1, 0, 2}));
    return calibrated(tf, y, spreads.get(member));
  }

  /** The spread of a member's own draws calibrated, {@code [B, K, d_y]}. */
  static Operand<TFloat32> calibrated(Ops tf, Operand<TFloat32> y, SpreadCalibration spread) {
    return spread.factor() == 1
        ? y
        : tf.dtypes.cast(
            PredictiveOutputs.calibrated(tf, tf.dtypes.cast(y, TFloat64.class), spread),
            TFloat32.class);
  }

  private Operand<TFloat32> pooled(Ops tf, List<Operand<TFloat32>> each) {
    return inTurn(tf, each, draws, model.outputs());
  }

  /** M times {@code [B, S / M, d_y]} to {@code [B, S, d_y]}, members in turn. */
  static Operand<TFloat32> inTurn(Ops tf, List<Operand<TFloat32>> each, int draws, int outputs) {
    return each.size() == 1
        ? each.get(0)
        : tf.reshape(tf.stack(each, Stack.axis(2L)), tf.constant(new int[] {-1, draws, outputs}));
  }
}
