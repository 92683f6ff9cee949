// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.trained.TrainedModel;
import java.util.Optional;
import java.util.stream.IntStream;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt64;

/**
 * Adds the draws of the trees of all members to a graph. Each row goes down the trees of all
 * members together: each step of a member by itself would take as long.
 */
abstract sealed class TreeDraws extends ComponentDraws permits ForestDraws, BoostedDraws {
  private final Optional<TreeTable> known;

  /**
   * The draws of trees.
   *
   * @param known trees, if they become constants
   */
  TreeDraws(TrainedModel trained, int number, int draws, Optional<TreeTable> known) {
    super(trained, number, draws);
    this.known = known;
  }

  /** The trees, if they are constants of the graph. */
  final Optional<TreeTable> known() {
    return known;
  }

  /** The member of each draw, {@code [S]}. */
  final int[] memberOfDraw() {
    return IntStream.range(0, draws()).map(k -> k % members()).toArray();
  }

  @Override
  final Operand<TFloat32> fromBank(Ops tf, Operand<TFloat32> x, ParameterValues values) {
    return draws(tf, x, values, values.get(names().shared(ServingNames.MASK_BANK)));
  }

  @Override
  final Operand<TFloat32> fresh(
      Ops tf, Operand<TFloat32> x, ParameterValues values, Operand<TInt64> key) {
    return draws(tf, x, values, sharedLatents(tf, key));
  }

  /**
   * The draws that latents choose.
   *
   * @param x {@code [B, d_x]}
   * @param values learned arrays
   * @param latents {@code [S, 1]}, uniform
   * @return {@code [B, S, d_y]}
   */
  abstract Operand<TFloat32> draws(
      Ops tf, Operand<TFloat32> x, ParameterValues values, Operand<TFloat32> latents);
}
