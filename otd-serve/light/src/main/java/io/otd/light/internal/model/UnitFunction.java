// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.model;

/** The activation of the hidden units of a network; the names are those of the trained model. */
public enum UnitFunction {
  /** {@code x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))}. */
  GELU_TANH,
  /** {@code x Phi(x)} with the normal distribution function {@code Phi}. */
  GELU_ERF,
  /** {@code max(x, 0)}. */
  RELU,
  /** {@code tanh x}. */
  TANH,
  /** {@code x sigmoid(x)}. */
  SILU,
  /** {@code x} where positive, else {@code e^x - 1}. */
  ELU,
  /** {@code log(1 + e^x)}. */
  SOFTPLUS,
  /** {@code x}. */
  IDENTITY
}
