// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

/** An instruction that is ready to run. It holds nothing that changes. */
@FunctionalInterface
interface Step {
  /**
   * Computes a tensor.
   *
   * @param rows how many rows of it
   */
  void run(Workspace workspace, int rows);
}
