// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.flat;

import org.tensorflow.Operand;

/**
 * A tensor of TensorFlow's graph.
 *
 * @param node that computes it
 * @param result which of the node's results, from 0
 */
record TensorName(String node, int result) {
  /** Reads {@code node} and {@code node:1}. */
  static TensorName parse(String input) {
    int colon = input.indexOf(':');
    return colon < 0
        ? new TensorName(input, 0)
        : new TensorName(input.substring(0, colon), Integer.parseInt(input.substring(colon + 1)));
  }

  static TensorName of(Operand<?> operand) {
    return new TensorName(operand.op().name(), operand.asOutput().index());
  }

  @Override
  public String toString() {
    return node + ":" + result;
  }
}
