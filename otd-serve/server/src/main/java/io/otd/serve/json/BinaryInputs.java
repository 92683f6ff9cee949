// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.openinference.InferShape;
import java.nio.ByteBuffer;

/**
 * The bytes of tensors behind the JSON of a request, one after the other.
 *
 * @param present whether the request has any
 * @param left those not read yet
 */
record BinaryInputs(boolean present, ByteBuffer left) {
  /** The header with their start position. */
  static final String HEADER = "Inference-Header-Content-Length";

  /** There are none. */
  static BinaryInputs none() {
    return new BinaryInputs(false, ByteBuffer.allocate(0));
  }

  /**
   * Those behind the JSON.
   *
   * @param body not changed by anyone afterwards
   * @param from where they begin
   */
  static BinaryInputs behind(byte[] body, int from) {
    return new BinaryInputs(true, ByteBuffer.wrap(body, from, body.length - from));
  }

  /** The bytes of the next input. */
  ByteBuffer next(String input, long size) {
    if (!present) {
      throw InferShape.refusal(
          input, "binary_data_size %s without the header %s".formatted(size, HEADER));
    }
    if (size > left.remaining()) {
      throw InferShape.refusal(
          input,
          "binary_data_size %s (expected: at most %s, what is left of the body)"
              .formatted(size, left.remaining()));
    }
    ByteBuffer next = left.slice(left.position(), (int) size);
    left.position(left.position() + (int) size);
    return next;
  }

  /** Checks that all bytes are those of inputs. */
  void requireEnd() {
    if (left.hasRemaining()) {
      throw ServingException.invalid(
          "%s bytes behind those of the inputs (expected: the sum of binary_data_size)"
              .formatted(left.remaining()));
    }
  }
}
