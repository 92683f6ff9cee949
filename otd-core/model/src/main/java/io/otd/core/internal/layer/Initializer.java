// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.layer;

/**
 * The law from which the first value of a parameter is drawn. {@code fan_in} and {@code fan_out}
 * are the rows and columns of a kernel {@code [in, out]}.
 */
public enum Initializer {
  /**
   * Normal with variance {@code 2 / fan_in}, truncated at two standard deviations of the
   * untruncated law (He et al. 2015).
   *
   * @implNote The paper's "He normal" is read as the truncated form, its authors' library's.
   */
  HE_NORMAL,
  /** Uniform on {@code (-a, a)}, {@code a = sqrt(6 / fan_in)} (He et al. 2015). */
  HE_UNIFORM,
  /** Truncated normal with variance {@code 2 / (fan_in + fan_out)} (Glorot and Bengio 2010). */
  GLOROT_NORMAL,
  /** Uniform on {@code (-a, a)}, {@code a = sqrt(6 / (fan_in + fan_out))}. */
  GLOROT_UNIFORM,
  /** All zeros. */
  ZEROS
}
