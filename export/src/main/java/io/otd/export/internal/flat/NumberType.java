// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.flat;

import java.util.Arrays;
import org.tensorflow.proto.DataType;

/** The element types of a flat graph. */
public enum NumberType {
  /** Single precision. */
  FLOAT32(DataType.DT_FLOAT, Float.BYTES),
  /** Double precision. */
  FLOAT64(DataType.DT_DOUBLE, Double.BYTES),
  /** Whole numbers of 32 bits. */
  INT32(DataType.DT_INT32, Integer.BYTES),
  /** Whole numbers of 64 bits. */
  INT64(DataType.DT_INT64, Long.BYTES),
  /** True or false, a byte each. */
  BOOL(DataType.DT_BOOL, Byte.BYTES);

  private final DataType tensorFlow;
  private final int bytes;

  NumberType(DataType tensorFlow, int bytes) {
    this.tensorFlow = tensorFlow;
    this.bytes = bytes;
  }

  /** Size of an element. */
  public int bytes() {
    return bytes;
  }

  /**
   * The type of a tensor of TensorFlow.
   *
   * @throws IllegalArgumentException if a flat graph has no such elements
   */
  static NumberType of(DataType type) {
    return Arrays.stream(values())
        .filter(t -> t.tensorFlow == type)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "element type: %s (expected: one of %s)"
                        .formatted(type, Arrays.toString(values()))));
  }
}
