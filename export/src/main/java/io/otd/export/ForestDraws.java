// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Forest;
import io.otd.core.internal.program.LatentCounts;
import io.otd.core.internal.program.Latents;
import io.otd.core.internal.program.ModelNoise;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.trained.MemberArrays;
import io.otd.core.internal.trained.TrainedKind;
import io.otd.core.internal.trained.TrainedMember;
import io.otd.core.internal.trained.TrainedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Stack;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt64;

/**
 * Adds the draws of the forests of all members to a graph. All go down their trees together: each
 * step of a member by itself would take as long.
 */
final class ForestDraws implements KindDraws {
  private final ModelSpec model;
  private final List<SpreadCalibration> spreads;
  private final int first;
  private final MemberArrays names;
  private final int draws;

  ForestDraws(TrainedModel trained, int number, int draws) {
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
    return draws(tf, x, values, values.get(names.ofKind(ServingNames.MASK_BANK)));
  }

  @Override
  public Operand<TFloat32> fresh(
      Ops tf, Operand<TFloat32> x, ParameterValues values, Operand<TInt64> key) {
    List<Operand<TFloat32>> each = new ArrayList<>();
    for (int m = 0; m < members(); m++) {
      ModelNoise noise = ModelNoise.keyed(tf, Uniforms.branch(tf, key, first + m));
      LatentCounts count = LatentCounts.shared(draws / members(), 1);
      // The law has no parameters.
      ParameterValues none = new ParameterValues(Map.of());
      each.add(Latents.draw(tf, model, none, noise, count).masks().masks());
    }
    Operand<TFloat32> latents =
        tf.reshape(tf.stack(each, Stack.axis(1L)), tf.constant(new int[] {draws, 1}));
    return draws(tf, x, values, latents);
  }

  private Operand<TFloat32> draws(
      Ops tf, Operand<TFloat32> x, ParameterValues values, Operand<TFloat32> latents) {
    List<Operand<TFloat32>> arrays =
        model.parameters().stream().map(p -> values.get(names.ofKind(p.name()))).toList();
    int[] forests = IntStream.range(0, draws).map(k -> k % members()).toArray();
    Operand<TFloat32> drawn = ((Forest) model.network()).draws(tf, arrays, x, latents, forests);
    return spreads.stream().allMatch(spread -> spread.factor() == 1)
        ? drawn
        : calibrated(tf, drawn);
  }

  /** The spread of each member's own draws calibrated, {@code [B, S, d_y]}. */
  private Operand<TFloat32> calibrated(Ops tf, Operand<TFloat32> drawn) {
    int each = draws / members();
    int outputs = model.outputs();
    Operand<TFloat32> byMember =
        tf.reshape(drawn, tf.constant(new int[] {-1, each, members(), outputs}));
    List<Operand<TFloat32>> result = new ArrayList<>();
    for (int m = 0; m < members(); m++) {
      Operand<TFloat32> own =
          tf.reshape(
              tf.slice(
                  byMember,
                  tf.constant(new int[] {0, 0, m, 0}),
                  tf.constant(new int[] {-1, each, 1, outputs})),
              tf.constant(new int[] {-1, each, outputs}));
      result.add(MemberDraws.calibrated(tf, own, spreads.get(m)));
    }
    return MemberDraws.inTurn(tf, result, draws, outputs);
  }
}
