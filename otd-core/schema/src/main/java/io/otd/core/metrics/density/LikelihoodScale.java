// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.density;

/**
 * The scale on which a kernel density of the targets is estimated: a smooth rising function of each
 * output, e.g. standardisation, or a logarithm first. Densities are carried back to the targets'
 * units by its derivative.
 */
public interface LikelihoodScale {
  /** The targets' own units. */
  LikelihoodScale IDENTITY = affine(new double[0], new double[0]);

  /**
   * A value on the scale.
   *
   * @param output from 0
   * @param value in the target's units
   */
  double forward(int output, double value);

  /**
   * {@code log |d forward / d value|}: added to a log density on the scale, it gives the one per
   * unit of the target.
   *
   * @param output from 0
   * @param value in the target's units
   */
  double logDerivative(int output, double value);

  /**
   * {@code (value - shift) / width} of each output; outputs without an entry are left unchanged.
   *
   * @param shift of each output
   * @param width of each output, above 0
   */
  static LikelihoodScale affine(double[] shift, double[] width) {
    return new Affine(shift.clone(), width.clone());
  }

  /** The scale of one output of several, as that of its only output. */
  default LikelihoodScale ofOutput(int output) {
    LikelihoodScale all = this;
    return new LikelihoodScale() {
      @Override
      public double forward(int only, double value) {
        return all.forward(output, value);
      }

      @Override
      public double logDerivative(int only, double value) {
        return all.logDerivative(output, value);
      }
    };
  }
}
