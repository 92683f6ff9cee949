// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

/**
 * A tensor of a graph.
 *
 * @param name unique in the graph
 */
record OnnxValue(String name) {}
