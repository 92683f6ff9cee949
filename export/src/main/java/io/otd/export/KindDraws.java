// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.network.Forest;
import io.otd.core.internal.trained.TrainedModel;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt64;

/**
 * Adds the draws of all members of a kind to a graph, draw k of member {@code k mod M}: the order
 * of {@link io.otd.core.internal.program.EnsembleSampler}.
 */
interface KindDraws {
  /**
   * Of a kind of a model.
   *
   * @param number of the kind, from 0
   * @param draws of the kind, a multiple of M
   */
  static KindDraws of(TrainedModel trained, int number, int draws) {
    return trained.kinds().get(number).spec().network() instanceof Forest
        ? new ForestDraws(trained, number, draws)
        : new MemberDraws(trained, number, draws);
  }

  /**
   * The draws of the bank.
   *
   * @param x {@code [B, d_x]}
   * @param values learned arrays, and the bank
   * @return {@code [B, S, d_y]}
   */
  Operand<TFloat32> fromBank(Ops tf, Operand<TFloat32> x, ParameterValues values);

  /**
   * Draws with their own latents.
   *
   * @param x {@code [1, d_x]}
   * @param values learned arrays
   * @param key of the noise, scalar
   * @return {@code [1, S, d_y]}
   */
  Operand<TFloat32> fresh(Ops tf, Operand<TFloat32> x, ParameterValues values, Operand<TInt64> key);
}
