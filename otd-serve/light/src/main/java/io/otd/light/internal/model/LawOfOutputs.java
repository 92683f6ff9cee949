// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.model;

/** The interpretation of the number of outputs of a network pass for a row. */
public sealed interface LawOfOutputs {
  /**
   * w: numbers of a pass.
   *
   * @param outputs d_y
   */
  int width(int outputs);

  /**
   * Numbers of noise behind a draw.
   *
   * @param outputs d_y
   */
  int noise(int outputs);

  /** The draw itself. */
  record Direct() implements LawOfOutputs {
    @Override
    public int width(int outputs) {
      return outputs;
    }

    @Override
    public int noise(int outputs) {
      return 0;
    }
  }

  /** Means, then scales, of normal targets. */
  record Gaussian() implements LawOfOutputs {
    @Override
    public int width(int outputs) {
      return Math.multiplyExact(2, outputs);
    }

    @Override
    public int noise(int outputs) {
      return outputs;
    }
  }

  /**
   * Logits of the weights, means, and scales of a mixture of normal laws.
   *
   * @param components at least 1
   */
  record Mixture(int components) implements LawOfOutputs {
    /** Checks the number. */
    public Mixture {
      if (components < 1) {
        throw new IllegalArgumentException(
            "mixture components: " + components + " (expected: >= 1)");
      }
    }

    @Override
    public int width(int outputs) {
      return Math.multiplyExact(components, Math.addExact(1, Math.multiplyExact(2, outputs)));
    }

    @Override
    public int noise(int outputs) {
      return Math.addExact(1, outputs);
    }
  }
}
