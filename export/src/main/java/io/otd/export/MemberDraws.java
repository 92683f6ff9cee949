// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.mask.MaskDraws;
import io.otd.core.internal.output.PassOutputs;
import io.otd.core.internal.program.Latents;
import io.otd.core.internal.program.PredictionGraph;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.trained.TrainedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt64;

/** Adds the draws of the networks of a component to a graph, one member after another. */
final class MemberDraws extends ComponentDraws {
  /** As for {@link ComponentDraws#of}. */
  MemberDraws(TrainedModel trained, int number, int draws) {
    super(trained, number, draws);
  }

  @Override
  Operand<TFloat32> fromBank(Ops tf, Operand<TFloat32> x, ParameterValues values) {
    List<Operand<TFloat32>> each = new ArrayList<>();
    Operand<TFloat32> masks = values.get(names().shared(ServingNames.MASK_BANK));
    for (int m = 0; m < members(); m++) {
      Optional<Operand<TFloat32>> noise =
          model().law().random()
              ? Optional.of(ofMember(tf, values.get(names().shared(ServingNames.NOISE_BANK)), m))
              : Optional.empty();
      Latents latents = new Latents(MaskDraws.fixed(ofMember(tf, masks, m)), noise, memberDraws());
      each.add(draws(tf, m, PredictionGraph.add(tf, model(), parameters(values, m), x, latents)));
    }
    return inTurn(tf, each);
  }

  @Override
  Operand<TFloat32> fresh(
      Ops tf, Operand<TFloat32> x, ParameterValues values, Operand<TInt64> key) {
    List<Operand<TFloat32>> each = new ArrayList<>();
    for (int m = 0; m < members(); m++) {
      ParameterValues own = parameters(values, m);
      Latents latents = latents(tf, m, own, key);
      PassOutputs outputs = PredictionGraph.add(tf, model(), own, x, latents);
      each.add(draws(tf, m, outputs));
    }
    return inTurn(tf, each);
  }

  private ParameterValues parameters(ParameterValues all, int member) {
    List<Parameter> parameters = model().parameters();
    ParameterValues own =
        ParameterValues.of(
            parameters,
            parameters.stream().map(p -> all.get(names().name(member, p.name()))).toList());
    return all.loops() ? own : own.withoutLoops();
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
    return calibrated(tf, member, y);
  }
}
