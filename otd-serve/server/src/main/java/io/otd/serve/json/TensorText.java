// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import java.nio.ByteBuffer;
import java.util.function.ObjIntConsumer;

/** Writes one tensor, or slices of it, as nested lists. */
final class TensorText {
  private static final byte[] SEPARATOR = {',', ' '};
  private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
  private static final byte[] FALSE = {'f', 'a', 'l', 's', 'e'};

  private final JsonBytes json;
  private final ObjIntConsumer<JsonBytes> element;
  private final int[] sizes;
  private final boolean empty;
  private int next;

  /**
   * Starts empty.
   *
   * @param name of the output: strings of one that ends in {@code _bytes} become base64
   * @throws io.otd.serve.internal.status.ServingException INVALID_ARGUMENT, if JSON cannot carry
   *     the type
   */
  TensorText(String name, HostTensor tensor, JsonBytes json) {
    this.json = json;
    element = element(name, tensor);
    sizes = new int[tensor.rank()];
    for (int axis = 0; axis < sizes.length; axis++) {
      sizes[axis] = Math.toIntExact(tensor.size(axis));
    }
    empty = tensor.elements() == 0;
  }

  /**
   * Writes the next token.
   *
   * @param axis the first axis: 0 for the whole tensor, 1 for the next row
   */
  void write(int axis) {
    int rank = sizes.length;
    if (axis == rank) {
      element.accept(json, next++);
      return;
    }
    if (empty) {
      writeEmpty(axis);
      return;
    }
    int[] written = new int[rank];
    int depth = axis;
    do {
      while (depth < rank) {
        json.raw('[');
        written[depth++] = 0;
      }
      innermost();
      depth = closed(written, axis);
    } while (depth > axis);
  }

  private void innermost() {
    int end = next + sizes[sizes.length - 1];
    element.accept(json, next);
    for (next++; next < end; next++) {
      json.raw(SEPARATOR);
      element.accept(json, next);
    }
  }

  /** Closes the innermost list and all that end with it; returns the depth at which to continue. */
  private int closed(int[] written, int axis) {
    int depth = sizes.length - 1;
    json.raw(']');
    while (depth > axis && ++written[depth - 1] == sizes[depth - 1]) {
      json.raw(']');
      depth--;
    }
    if (depth > axis) {
      json.raw(SEPARATOR);
    }
    return depth;
  }

  /** Lists around nothing: as deep as the first size of 0. */
  private void writeEmpty(int axis) {
    json.raw('[');
    for (int i = 0; axis < sizes.length && i < sizes[axis]; i++) {
      if (i > 0) {
        json.raw(SEPARATOR);
      }
      writeEmpty(axis + 1);
    }
    json.raw(']');
  }

  private static ObjIntConsumer<JsonBytes> element(String name, HostTensor tensor) {
    ByteBuffer bytes = tensor.bytes();
    return switch (tensor.type()) {
      case FLOAT -> (json, i) -> json.number(bytes.getFloat(i << 2));
      case DOUBLE -> (json, i) -> json.number(bytes.getDouble(i << 3));
      case INT8 -> (json, i) -> json.integer(bytes.get(i));
      case UINT8 -> (json, i) -> json.integer(bytes.get(i) & 0xFF);
      case INT16 -> (json, i) -> json.integer(bytes.getShort(i << 1));
      case INT32 -> (json, i) -> json.integer(bytes.getInt(i << 2));
      case UINT32 -> (json, i) -> json.integer(bytes.getInt(i << 2) & 0xFFFF_FFFFL);
      case INT64 -> (json, i) -> json.integer(bytes.getLong(i << 3));
      case UINT64 -> (json, i) -> json.unsigned(bytes.getLong(i << 3));
      case BOOL -> (json, i) -> json.raw(bytes.get(i) == 0 ? FALSE : TRUE);
      case STRING ->
          name.endsWith("_bytes")
              ? (json, i) -> json.base64(tensor.string(i))
              : (json, i) -> json.string(tensor.string(i));
      case HALF, BFLOAT16, UINT16 ->
          throw ServingException.invalid(
              "Failed to write JSON value for tensor type: " + tensor.type().text());
    };
  }
}
