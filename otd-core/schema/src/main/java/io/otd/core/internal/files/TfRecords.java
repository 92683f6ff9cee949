// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.files;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * TensorFlow's record files: each record is its length (uint64), a checksum of that, the bytes, and
 * a checksum of those; little-endian, the checksums masked CRC-32C.
 */
public final class TfRecords {
  private static final int HEADER = Long.BYTES + Integer.BYTES;

  private TfRecords() {}

  /**
   * The bytes of a record file.
   *
   * @param records in order
   */
  public static byte[] write(List<byte[]> records) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] record : records) {
      ByteBuffer frame =
          ByteBuffer.allocate(HEADER + record.length + Integer.BYTES)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putLong(record.length);
      frame.putInt(maskedCrc(frame.array(), 0, Long.BYTES)).put(record);
      frame.putInt(maskedCrc(record, 0, record.length));
      out.writeBytes(frame.array());
    }
    return out.toByteArray();
  }

  /**
   * Reads a record file.
   *
   * @return its records in order
   * @throws InvalidFileException if it is truncated or a checksum is wrong, naming the record
   * @throws IOException if it cannot be read
   */
  public static List<byte[]> read(Path file) throws IOException {
    byte[] bytes = RegularFiles.bytes(file);
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    List<byte[]> records = new ArrayList<>();
    while (buffer.hasRemaining()) {
      int start = buffer.position();
      require(buffer.remaining() >= HEADER, file, records);
      long length = buffer.getLong();
      require(buffer.getInt() == maskedCrc(bytes, start, Long.BYTES), file, records);
      require(length >= 0 && length <= buffer.remaining() - Integer.BYTES, file, records);
      byte[] record = new byte[(int) length];
      buffer.get(record);
      require(buffer.getInt() == maskedCrc(record, 0, record.length), file, records);
      records.add(record);
    }
    return records;
  }

  private static void require(boolean sound, Path file, List<byte[]> before)
      throws InvalidFileException {
    if (!sound) {
      throw new InvalidFileException(file, "record " + before.size() + ": truncated or damaged");
    }
  }

  /**
   * CRC-32C, rotated and shifted so that checksums of data that contain checksums remain reliable.
   *
   * @param bytes array of the data
   * @param offset of its first byte
   * @param length in bytes
   */
  public static int maskedCrc(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    int value = (int) crc.getValue();
    return Integer.rotateRight(value, 15) + 0xa282ead8;
  }
}
