// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.output;

import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** The output of the network is the draw: all randomness is in the masks. */
public record Direct() implements OutputLaw {
  @Override
  public int width(int outputs) {
    return outputs;
  }

  @Override
  public int uniforms(int outputs) {
    return 0;
  }

  @Override
  public boolean reparameterized() {
    return true;
  }

  @Override
  public Operand<TFloat32> latents(Ops tf, Operand<TFloat32> uniforms) {
    return uniforms;
  }

  @Override
  public Operand<TFloat32> samples(
      Ops tf, Operand<TFloat32> raw, Operand<TFloat32> latents, int outputs) {
    return raw;
  }
}
