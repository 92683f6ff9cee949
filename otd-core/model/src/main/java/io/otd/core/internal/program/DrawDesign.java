// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.model.ModelSpec;

/** How the uniforms behind the K draws of one key relate. Each by itself has the same law. */
public enum DrawDesign {
  /** Not at all: the draws are a sample of the predictive law, as in training. */
  INDEPENDENT {
    @Override
    DrawNoise noise(ModelSpec model, int draws) {
      return KeyedNoise.of(model);
    }
  },

  /**
   * A Latin hypercube (McKay, Beckman and Conover 1979): of the K uniforms behind one number of a
   * mask, or of the output law, each K-th of the unit interval has one, in an independent order.
   * The additive effect of the numbers on a mean over the draws thus has an error of order {@code
   * K^-3/2} instead of {@code K^-1/2}. All rows share a draw's mask and therefore that error, which
   * dominates the error of a mean if the spread is scaled down. Masks that rows do not share stay
   * independent.
   */
  LATIN_HYPERCUBE {
    @Override
    DrawNoise noise(ModelSpec model, int draws) {
      return model.masks().sharedByRows()
          ? LatinHypercubeNoise.of(model, draws)
          : KeyedNoise.of(model);
    }
  },

  /**
   * Independent, and the same for all rows, even under a law that gives each row its own masks:
   * draw k of two rows differs only because of the rows. Each row by itself has the law that it
   * always has; how the rows of a draw relate is another. For comparing predictions of rows.
   */
  COMMON {
    @Override
    DrawNoise noise(ModelSpec model, int draws) {
      return KeyedNoise.OF_EVERY_BLOCK;
    }

    @Override
    int maskedRows(int block) {
      return 1;
    }
  };

  /**
   * The noise inputs of a program of K draws.
   *
   * @param model what is drawn
   * @param draws K
   */
  abstract DrawNoise noise(ModelSpec model, int draws);

  /**
   * Number of rows of a block for which masks are drawn, if the law gives each row its own.
   *
   * @param block its rows
   */
  int maskedRows(int block) {
    return block;
  }
}
