// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

/**
 * Limits on the size of a model.
 *
 * @param graphBytes size of {@code saved_model.pb}
 * @param variableBytes of all files of the variables together, and of all variables in memory
 * @param constantBytes of one constant in memory
 * @param nodes in the graph and all its functions
 */
public record InspectionLimits(long graphBytes, long variableBytes, long constantBytes, int nodes) {
  /** 256 MiB of graph, 8 GiB of variables, 64 MiB a constant, 200,000 nodes. */
  public static final InspectionLimits DEFAULT =
      new InspectionLimits(256L << 20, 8L << 30, 64L << 20, 200_000);

  /** Checks the ranges. */
  public InspectionLimits {
    if (graphBytes < 1 || variableBytes < 1 || constantBytes < 1 || nodes < 1) {
      throw new IllegalArgumentException(
          "limits: %s, %s, %s, %s (expected: each >= 1)"
              .formatted(graphBytes, variableBytes, constantBytes, nodes));
    }
  }
}
