// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.mask.DrawCounts;
import io.otd.core.internal.mask.MaskDraws;
import io.otd.core.internal.model.ModelSpec;
import java.util.Optional;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * Everything random of some draws of a model, added to a graph: draw k of all rows that share its
 * mask is one realisation.
 *
 * @implNote Groups of rows with their own masks are F times as many independent draws of the law,
 *     so laws do not depend on groups. They share the noise of the output law.
 * @param masks of the passes of the network, P of them
 * @param output noise of the output law, {@code [K, uniforms]}; none if it takes none
 * @param draws K
 */
public record Latents(MaskDraws masks, Optional<Operand<TFloat32>> output, int draws) {
  /**
   * Adds the latents of K draws.
   *
   * @param tf the graph to add to
   * @param model whose laws
   * @param values holds the model's parameters
   * @param noise the uniforms
   * @param counts how many of them
   */
  public static Latents draw(
      Ops tf, ModelSpec model, ParameterValues values, ModelNoise noise, LatentCounts counts) {
    int groups = model.masks().sharedByRows() ? counts.groups() : 1;
    int passes = model.passes(counts.draws());
    DrawCounts draws =
        new DrawCounts(
            Math.multiplyExact(passes, groups),
            Math.multiplyExact(counts.charged(), groups),
            counts.rows(),
            model.network().latentWidths());
    MaskDraws drawn = model.masks().draw(tf, values, noise.masks(), draws);
    MaskDraws masks = groups == 1 ? drawn : drawn.ofGroups(tf, passes, groups, draws.width());
    int uniforms = model.law().uniforms(model.outputs());
    return new Latents(
        masks,
        uniforms == 0
            ? Optional.empty()
            : Optional.of(
                model.law().latents(tf, noise.output().uniforms(tf, 0, counts.draws(), uniforms))),
        counts.draws());
  }
}
