// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.program.DrawRounds;
import io.otd.core.internal.trained.TrainedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt64;

/** Adds the draws of all components of a model to a graph, in the order of {@link DrawRounds}. */
final class PooledDraws {
  private final DrawRounds rounds;
  private final int members;
  private final int outputs;
  private final List<ComponentDraws> components = new ArrayList<>();

  /**
   * The draws of a model.
   *
   * @param draws S
   */
  PooledDraws(TrainedModel trained, int draws) {
    this(trained, draws, (c, own) -> ComponentDraws.of(trained, c, own));
  }

  /**
   * The draws of a model from those of its components.
   *
   * @param draws S
   * @param component the draws of a component, by its number and their number
   */
  PooledDraws(
      TrainedModel trained, int draws, BiFunction<Integer, Integer, ComponentDraws> component) {
    this.rounds = trained.rounds(draws);
    this.members = trained.size();
    this.outputs = trained.outputs();
    for (int c = 0; c < trained.components().size(); c++) {
      components.add(component.apply(c, rounds.count(c) * members));
    }
  }

  /**
   * The draws of the bank.
   *
   * @param x {@code [B, d_x]}
   * @param values parameters of all networks, and the bank
   * @return {@code [B, S, d_y]}
   */
  Operand<TFloat32> fromBank(Ops tf, Operand<TFloat32> x, ParameterValues values) {
    return merged(tf, component -> component.fromBank(tf, x, values));
  }

  /**
   * Draws with their own latents.
   *
   * @param x {@code [1, d_x]}
   * @param values parameters of all networks
   * @param key of the noise, scalar
   * @return {@code [1, S, d_y]}
   */
  Operand<TFloat32> fresh(
      Ops tf, Operand<TFloat32> x, ParameterValues values, Operand<TInt64> key) {
    return merged(tf, component -> component.fresh(tf, x, values, key));
  }

  private Operand<TFloat32> merged(
      Ops tf, Function<ComponentDraws, Operand<TFloat32>> ofComponent) {
    List<Operand<TFloat32>> each = components.stream().map(ofComponent).toList();
    if (each.size() == 1) {
      return each.get(0);
    }
    int all = rounds.components().size();
    Operand<TFloat32> byComponent =
        tf.reshape(
            tf.concat(each, tf.constant(1)), tf.constant(new int[] {-1, all, members * outputs}));
    return tf.reshape(
        tf.gather(byComponent, tf.constant(rounds.places()), tf.constant(1)),
        tf.constant(new int[] {-1, all * members, outputs}));
  }
}
