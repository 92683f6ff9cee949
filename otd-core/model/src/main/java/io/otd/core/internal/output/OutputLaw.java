// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.output;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Optional;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * The law of the d_y targets of a row, given the {@code w} outputs of one network pass for it. The
 * letter P stands for the passes of the network behind K draws: K, or 1 where only this law is
 * random.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Direct.class, name = "direct"),
  @JsonSubTypes.Type(value = Gaussian.class, name = "gaussian"),
  @JsonSubTypes.Type(value = GaussianMixture.class, name = "gaussian_mixture")
})
public sealed interface OutputLaw permits Direct, Gaussian, GaussianMixture {
  /**
   * w: number of outputs of the network for a row.
   *
   * @param outputs d_y
   */
  int width(int outputs);

  /**
   * Uniforms behind one draw, at least 0; all rows share them, so that a draw is one realisation.
   *
   * @param outputs d_y
   */
  int uniforms(int outputs);

  /** Whether two draws of one pass can differ. */
  default boolean random() {
    return uniforms(1) > 0;
  }

  /** The density, if there is one. */
  default Optional<Density> density() {
    return this instanceof Density known ? Optional.of(known) : Optional.empty();
  }

  /** Whether {@link #samples} has a gradient by all of the network's numbers. */
  boolean reparameterized();

  /**
   * Adds the noise of draws in the form for {@link #samples}, as stored in an export.
   *
   * @param tf the graph to add to
   * @param uniforms {@code [K, uniforms]}, strictly inside (0, 1)
   * @return the same shape
   */
  Operand<TFloat32> latents(Ops tf, Operand<TFloat32> uniforms);

  /**
   * Adds draws.
   *
   * @param tf the graph to add to
   * @param raw outputs of the network, {@code [P, n, w]}; n may be known only at run time
   * @param latents {@code [K, uniforms]}
   * @param outputs d_y
   * @return {@code [K, n, d_y]}
   */
  Operand<TFloat32> samples(Ops tf, Operand<TFloat32> raw, Operand<TFloat32> latents, int outputs);
}
