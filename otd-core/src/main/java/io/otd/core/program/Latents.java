package io.otd.core.program;

import io.otd.core.layer.ParameterValues;
import io.otd.core.mask.DrawCounts;
import io.otd.core.mask.MaskDraws;
import io.otd.core.model.ModelSpec;
import java.util.Optional;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * Everything random of some draws of a model, added to a graph: draw k of all rows is one
 * realisation.
 *
 * @param masks of the passes of the network, P of them
 * @param output noise of the output law, {@code [K, uniforms]}; none where it takes none
 */
public record Latents(MaskDraws masks, Optional<Operand<TFloat32>> output) {
  /**
   * Adds the latents of K draws.
   *
   * @param tf the graph to add to
   * @param model whose laws
   * @param values holds the model's parameters
   * @param noise the uniforms
   * @param draws K
   * @param charged K_kin, further masks for the kinetic action
   * @param rows n, for laws whose masks differ from row to row
   */
  public static Latents draw(
      Ops tf,
      ModelSpec model,
      ParameterValues values,
      ModelNoise noise,
      int draws,
      int charged,
      int rows) {
    DrawCounts counts =
        new DrawCounts(model.passes(draws), charged, rows, model.network().latentWidths());
    MaskDraws masks = model.masks().draw(tf, values, noise.masks(), counts);
    int uniforms = model.law().uniforms(model.outputs());
    return new Latents(
        masks,
        uniforms == 0
            ? Optional.empty()
            : Optional.of(model.law().latents(tf, noise.output().uniforms(tf, draws, uniforms))));
  }
}
