// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.experiment;

/** Opens samplers for finished runs. */
@FunctionalInterface
public interface Samplers {
  /** A sampler for a run, which the caller closes. */
  Sampler open(Trained run);
}
