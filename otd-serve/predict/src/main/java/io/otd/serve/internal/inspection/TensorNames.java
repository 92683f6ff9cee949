// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

/** Names of tensors as graphs write them. */
public final class TensorNames {
  private TensorNames() {}

  /** The node of {@code node}, {@code node:1} or {@code ^node}. */
  public static String node(String tensor) {
    String name = tensor.startsWith("^") ? tensor.substring(1) : tensor;
    int colon = name.indexOf(':');
    return colon < 0 ? name : name.substring(0, colon);
  }
}
