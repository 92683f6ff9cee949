// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import java.nio.ByteBuffer;

/**
 * Decompresses Snappy's blocks, as older versions of TensorFlow write the index of variables.
 *
 * <p>A block is its length (a varint) and elements. The lowest two bits of an element's first byte
 * are its kind: 0 for bytes as they are, 1 to 3 for a copy of earlier ones, whose distance has 11
 * bits, 2 bytes or 4 bytes.
 */
final class SnappyBlock {
  private static final int LONGEST_IN_TAG = 60;

  private SnappyBlock() {}

  /**
   * The bytes of a block.
   *
   * @param block little-endian
   * @param most bytes that are decompressed
   * @throws IllegalArgumentException if it is damaged or longer
   * @throws IndexOutOfBoundsException if it is damaged
   * @throws java.nio.BufferUnderflowException if it is truncated
   */
  static byte[] bytes(ByteBuffer block, int most) {
    long length = VariablesIndex.varint(block);
    if (length > most) {
      throw new IllegalArgumentException("block: %s bytes".formatted(length));
    }
    byte[] bytes = new byte[(int) length];
    int end = 0;
    while (block.hasRemaining()) {
      int tag = block.get() & 0xff;
      if ((tag & 3) == 0) {
        int size = literal(block, tag >> 2);
        block.get(bytes, end, size);
        end += size;
      } else {
        end = copy(block, tag, bytes, end);
      }
    }
    if (end != bytes.length) {
      throw new IllegalArgumentException("block: too short");
    }
    return bytes;
  }

  private static int literal(ByteBuffer block, int code) {
    int size = code;
    if (code >= LONGEST_IN_TAG) {
      size = 0;
      for (int i = 0; i <= code - LONGEST_IN_TAG; i++) {
        size |= (block.get() & 0xff) << (Byte.SIZE * i);
      }
    }
    return Math.addExact(size, 1);
  }

  /** The copied bytes may be among those that the copy writes. */
  private static int copy(ByteBuffer block, int tag, byte[] bytes, int from) {
    int size = (tag >> 2) + 1;
    int distance;
    switch (tag & 3) {
      case 1 -> {
        size = ((tag >> 2) & 7) + 4;
        distance = (tag >> 5) << Byte.SIZE | (block.get() & 0xff);
      }
      case 2 -> distance = block.getShort() & 0xffff;
      default -> distance = block.getInt();
    }
    if (distance < 1 || distance > from) {
      throw new IllegalArgumentException("block: copy from " + distance);
    }
    for (int i = from; i < from + size; i++) {
      bytes[i] = bytes[i - distance];
    }
    return from + size;
  }
}
