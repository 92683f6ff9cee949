// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.network.Forest;
import io.otd.core.internal.trained.TrainedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** Adds the draws of the forests of all members to a graph. */
final class ForestDraws extends TreeDraws {

  /**
   * The draws of known trees.
   *
   * @param known trees, if they become constants
   */
  ForestDraws(TrainedModel trained, int number, int draws, Optional<TreeTable> known) {
    super(trained, number, draws, known);
  }

  @Override
  Operand<TFloat32> draws(
      Ops tf, Operand<TFloat32> x, ParameterValues values, Operand<TFloat32> latents) {
    if (known().isPresent()) {
      Operand<TFloat32> targets = values.get(names().shared(Forest.TARGETS));
      return ofMembers(tf, known().get().draws(tf, x, targets, latents));
    }
    List<Operand<TFloat32>> arrays =
        model().parameters().stream().map(p -> values.get(names().shared(p.name()))).toList();
    return ofMembers(
        tf, ((Forest) model().network()).draws(tf, arrays, x, latents, memberOfDraw()));
  }

  /** The spread of each member's own draws calibrated, {@code [B, S, d_y]}. */
  private Operand<TFloat32> ofMembers(Ops tf, Operand<TFloat32> drawn) {
    List<Operand<TFloat32>> each = new ArrayList<>();
    for (int m = 0; m < members(); m++) {
      each.add(calibrated(tf, m, members() == 1 ? drawn : ofMember(tf, drawn, m)));
    }
    return inTurn(tf, each);
  }

  /** {@code [B, S, d_y]} to {@code [B, K, d_y]}. */
  private Operand<TFloat32> ofMember(Ops tf, Operand<TFloat32> drawn, int member) {
    int each = memberDraws();
    int outputs = model().outputs();
    return tf.reshape(
        tf.slice(
            tf.reshape(drawn, tf.constant(new int[] {-1, each, members(), outputs})),
            tf.constant(new int[] {0, 0, member, 0}),
            tf.constant(new int[] {-1, each, 1, outputs})),
        tf.constant(new int[] {-1, each, outputs}));
  }
}
