// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Member;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.BoostedForest;
import io.otd.core.internal.network.Forest;
import io.otd.core.internal.network.PredictiveNetwork;
import io.otd.core.internal.program.LatentCounts;
import io.otd.core.internal.program.Latents;
import io.otd.core.internal.program.ModelNoise;
import io.otd.core.internal.trained.MemberArrays;
import io.otd.core.internal.trained.TrainedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Stack;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TFloat64;
import org.tensorflow.types.TInt64;

/**
 * Adds the draws of all members of a component to a graph, draw k of member {@code k mod M}: the
 * order of {@link io.otd.core.internal.program.EnsembleSampler}. K is the number of a member's
 * draws.
 */
abstract sealed class ComponentDraws permits MemberDraws, TreeDraws {
  private final ModelSpec model;
  private final List<SpreadCalibration> spreads;
  private final int first;
  private final MemberArrays names;
  private final int draws;

  /** As for {@link #of}. */
  ComponentDraws(TrainedModel trained, int number, int draws) {
    Component component = trained.components().get(number);
    this.model = component.spec();
    this.spreads = component.members().stream().map(Member::spread).toList();
    this.first = number * trained.size();
    this.names = MemberArrays.of(trained, number);
    this.draws = draws;
  }

  /**
   * Of a component of a model.
   *
   * @param number of the component, from 0
   * @param draws S of the component, a multiple of M
   */
  static ComponentDraws of(TrainedModel trained, int number, int draws) {
    PredictiveNetwork network = trained.components().get(number).spec().network();
    return network instanceof Forest
        ? new ForestDraws(trained, number, draws, Optional.empty())
        : network instanceof BoostedForest
            ? new BoostedDraws(trained, number, draws, Optional.empty())
            : new MemberDraws(trained, number, draws);
  }

  /**
   * The draws of the bank.
   *
   * @param x {@code [B, d_x]}
   * @param values learned arrays, and the bank
   * @return {@code [B, S, d_y]}
   */
  abstract Operand<TFloat32> fromBank(Ops tf, Operand<TFloat32> x, ParameterValues values);

  /**
   * Draws with their own latents.
   *
   * @param x {@code [1, d_x]}
   * @param values learned arrays
   * @param key of the noise, scalar
   * @return {@code [1, S, d_y]}
   */
  abstract Operand<TFloat32> fresh(
      Ops tf, Operand<TFloat32> x, ParameterValues values, Operand<TInt64> key);

  final ModelSpec model() {
    return model;
  }

  final MemberArrays names() {
    return names;
  }

  /** M. */
  final int members() {
    return spreads.size();
  }

  /** S. */
  final int draws() {
    return draws;
  }

  /** K. */
  final int memberDraws() {
    return draws / members();
  }

  /**
   * Fresh latents of a member.
   *
   * @param key of the noise of all members, scalar
   */
  final Latents latents(Ops tf, int member, ParameterValues values, Operand<TInt64> key) {
    ModelNoise noise = ModelNoise.keyed(tf, Uniforms.branch(tf, key, first + member));
    return Latents.draw(tf, model, values, noise, LatentCounts.shared(memberDraws(), 1));
  }

  /**
   * Fresh latents of all members in turn, of a law without parameters.
   *
   * @param key of the noise, scalar
   * @return {@code [S, 1]}
   */
  final Operand<TFloat32> sharedLatents(Ops tf, Operand<TInt64> key) {
    ParameterValues none = new ParameterValues(Map.of());
    List<Operand<TFloat32>> each = new ArrayList<>();
    for (int m = 0; m < members(); m++) {
      each.add(latents(tf, m, none, key).masks().masks());
    }
    return tf.reshape(tf.stack(each, Stack.axis(1L)), tf.constant(new int[] {draws(), 1}));
  }

  /** The spread of a member's own draws calibrated, {@code [B, K, d_y]}. */
  final Operand<TFloat32> calibrated(Ops tf, int member, Operand<TFloat32> y) {
    SpreadCalibration spread = spreads.get(member);
    return spread.equals(SpreadCalibration.NONE)
        ? y
        : tf.dtypes.cast(
            PredictiveOutputs.calibrated(tf, tf.dtypes.cast(y, TFloat64.class), spread),
            TFloat32.class);
  }

  /** M times {@code [B, K, d_y]} to {@code [B, S, d_y]}, members in turn. */
  final Operand<TFloat32> inTurn(Ops tf, List<Operand<TFloat32>> each) {
    return each.size() == 1
        ? each.get(0)
        : tf.reshape(
            tf.stack(each, Stack.axis(2L)), tf.constant(new int[] {-1, draws, model.outputs()}));
  }
}
