// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.files;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Arrays of floats in a stream, bit for bit: how many, then the values. */
public final class FloatStream {
  private static final int BLOCK = 16_384;

  private FloatStream() {}

  /**
   * Writes an array.
   *
   * @throws IOException if the stream cannot be written
   */
  public static void write(DataOutputStream out, float[] values) throws IOException {
    out.writeInt(values.length);
    ByteBuffer block = ByteBuffer.allocate(Float.BYTES * Math.min(BLOCK, values.length));
    for (int from = 0; from < values.length; from += BLOCK) {
      int count = Math.min(BLOCK, values.length - from);
      block.clear();
      block.asFloatBuffer().put(values, from, count);
      out.write(block.array(), 0, Float.BYTES * count);
    }
  }

  /**
   * Reads an array.
   *
   * @throws IOException if the stream ends before, or cannot be read
   */
  public static float[] read(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0) {
      throw new IOException("floats: " + length + " (expected: at least 0)");
    }
    float[] values = new float[length];
    ByteBuffer block = ByteBuffer.allocate(Float.BYTES * Math.min(BLOCK, length));
    for (int from = 0; from < length; from += BLOCK) {
      int count = Math.min(BLOCK, length - from);
      in.readFully(block.array(), 0, Float.BYTES * count);
      block.clear();
      block.asFloatBuffer().get(values, from, count);
    }
    return values;
  }
}
