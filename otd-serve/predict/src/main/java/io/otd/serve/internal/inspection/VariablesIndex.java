// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import com.google.protobuf.InvalidProtocolBufferException;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.files.RegularFiles;
import io.otd.core.internal.files.TfRecords;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.tensorflow.proto.BundleEntryProto;
import org.tensorflow.proto.BundleHeaderProto;

/**
 * What the index of a model's variables says of the files of their values.
 *
 * <pre>
 *   table     blocks, then a footer of 48 bytes
 *   footer    place and size of the block of metadata, of the block of blocks (varints), zeros;
 *             the last 8 bytes: a constant
 *   block     entries, then the places of some of them (uint32 each) and their number (uint32);
 *             behind it its compression (a byte, 0 for none, 1 for Snappy) and a masked CRC-32C of
 *             all that
 *   entry     length of the key's prefix that is that of the entry before, of the rest of the key,
 *             of the value (varints); the rest of the key; the value
 * </pre>
 *
 * <p>The first entry has no key: its value is a {@code BundleHeaderProto}, all others are a {@code
 * BundleEntryProto}. In the block of blocks, a value is the place and size of a block.
 */
final class VariablesIndex {
  private static final int FOOTER = 48;
  private static final int TRAILER = 5;
  private static final int SNAPPY = 1;
  private static final int LARGEST_BLOCK = 1 << 24;
  private static final int MOST_SHARDS = 99_999;
  private static final long MAGIC = 0xdb4775248b80fb57L;

  private final byte[] bytes;
  private long[] shards = new long[0];

  private VariablesIndex(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Reads an index.
   *
   * @return the least size of each of the files of values, in bytes
   * @throws InvalidFileException if it is missing, truncated, damaged, or no such index
   * @throws IOException if it cannot be read
   */
  static long[] shards(Path file) throws IOException {
    VariablesIndex index = new VariablesIndex(RegularFiles.bytes(file));
    try {
      index.read();
    } catch (BufferUnderflowException
        | IndexOutOfBoundsException
        | IllegalArgumentException
        | InvalidProtocolBufferException e) {
      throw new InvalidFileException(file, "truncated, damaged, or no index of variables", e);
    }
    return index.shards;
  }

  /** Takes the value of an entry. */
  @FunctionalInterface
  private interface Value {
    void accept(ByteBuffer value) throws InvalidProtocolBufferException;
  }

  private void read() throws InvalidProtocolBufferException {
    ByteBuffer footer = slice(bytes.length - FOOTER, FOOTER);
    if (footer.getLong(FOOTER - Long.BYTES) != MAGIC) {
      throw new IllegalArgumentException("no table");
    }
    long unusedPlace = varint(footer);
    long unusedSize = varint(footer);
    entries(block(footer), handle -> entries(block(handle), this::add));
    if (shards.length == 0) {
      throw new IllegalArgumentException("no header");
    }
  }

  /** The header, or the entry of a tensor. */
  private void add(ByteBuffer value) throws InvalidProtocolBufferException {
    if (shards.length == 0) {
      shards = new long[requireFew(BundleHeaderProto.parseFrom(value).getNumShards())];
      return;
    }
    BundleEntryProto entry = BundleEntryProto.parseFrom(value);
    if (entry.getOffset() < 0 || entry.getSize() < 0) {
      throw new IllegalArgumentException("entry: negative");
    }
    shards[entry.getShardId()] =
        Math.max(shards[entry.getShardId()], entry.getOffset() + entry.getSize());
  }

  private static int requireFew(int number) {
    if (number < 1 || number > MOST_SHARDS) {
      throw new IllegalArgumentException("files: " + number);
    }
    return number;
  }

  /** The contents of the block whose place and size come next. */
  private ByteBuffer block(ByteBuffer handle) {
    int place = Math.toIntExact(varint(handle));
    int size = Math.toIntExact(varint(handle));
    ByteBuffer trailer = slice(Math.addExact(place, size), TRAILER);
    int compression = trailer.get();
    if (trailer.getInt() != TfRecords.maskedCrc(bytes, place, size + 1)) {
      throw new IllegalArgumentException("block: damaged");
    }
    return switch (compression) {
      case 0 -> slice(place, size);
      case SNAPPY -> ordered(ByteBuffer.wrap(SnappyBlock.bytes(slice(place, size), LARGEST_BLOCK)));
      default -> throw new IllegalArgumentException("block: compression " + compression);
    };
  }

  private static void entries(ByteBuffer block, Value to) throws InvalidProtocolBufferException {
    int restarts = block.getInt(block.limit() - Integer.BYTES);
    block.limit(Math.toIntExact(block.limit() - Integer.BYTES * (1L + restarts)));
    while (block.hasRemaining()) {
      long unusedShared = varint(block);
      int key = Math.toIntExact(varint(block));
      int length = Math.toIntExact(varint(block));
      block.position(Math.addExact(block.position(), key));
      ByteBuffer value = ordered(block).limit(length);
      block.position(Math.addExact(block.position(), length));
      to.accept(value);
    }
  }

  /**
   * A number of at most 64 bits, seven in each byte, the lowest first.
   *
   * @param from moves behind it
   */
  static long varint(ByteBuffer from) {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = from.get();
      value |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("number: too long");
  }

  private ByteBuffer slice(int from, int size) {
    return ordered(ByteBuffer.wrap(bytes, requireInside(from, size), size));
  }

  private static ByteBuffer ordered(ByteBuffer part) {
    return part.slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  private int requireInside(int from, int size) {
    if (from < 0 || size < 0 || size > bytes.length - from) {
      throw new IllegalArgumentException("place: outside the file");
    }
    return from;
  }
}
