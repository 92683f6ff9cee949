// SPDX-License-Identifier: Apache-2.0
/** A flat graph in ONNX's format: a table of operators, and the inputs of a table's columns. */
@NullMarked
package io.otd.export.internal.onnx;

import org.jspecify.annotations.NullMarked;
