// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.preparation;

import io.otd.core.internal.program.StoredRows;
import io.otd.table.Table;
import io.otd.table.internal.encoding.TableEncoding;
import io.otd.table.internal.store.UnnamedFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;

/**
 * Encoded rows in a temporary file, a row after another in float32: inputs, then targets. Rows are
 * read in the order of the file, neighbouring ones in one read.
 */
final class EncodedRows implements StoredRows {
  /** Rows that are encoded at a time. */
  private static final int BLOCK = 1 << 14;

  /** Bytes that are read at a time, and between two rows that are read at once. */
  private static final int READ = 1 << 20;

  private static final int NEAR = 1 << 12;

  private final UnnamedFile file;
  private final int inputs;
  private final int outputs;
  private final ByteBuffer buffer;

  private EncodedRows(UnnamedFile file, int inputs, int outputs) {
    this.file = file;
    this.inputs = inputs;
    this.outputs = outputs;
    this.buffer = ByteBuffer.allocate(Math.max(READ, rowBytes())).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Encodes rows into a file.
   *
   * @param rows their numbers in the table, in the order that they are to have
   * @throws io.otd.table.problem.InputException if a row cannot be encoded, with its place; or if
   *     there is no space
   */
  static EncodedRows of(TableEncoding encoding, Table table, int[] rows) {
    int inputs = encoding.schema().width();
    int outputs = encoding.schema().targets().size();
    EncodedRows encoded = new EncodedRows(UnnamedFile.create("rows"), inputs, outputs);
    for (int from = 0; from < rows.length; from += BLOCK) {
      Table part = table.at(Arrays.copyOfRange(rows, from, Math.min(rows.length, from + BLOCK)));
      int[] all = new int[part.rows()];
      Arrays.setAll(all, i -> i);
      encoded.append(encoding.inputs(part, all), encoding.targets(part, all), all.length);
    }
    return encoded;
  }

  private int rowBytes() {
    return (inputs + outputs) * Float.BYTES;
  }

  private void append(float[] x, float[] y, int count) {
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.multiplyExact(count, rowBytes())).order(ByteOrder.LITTLE_ENDIAN);
    FloatBuffer floats = bytes.asFloatBuffer();
    for (int i = 0; i < count; i++) {
      floats.put(x, i * inputs, inputs).put(y, i * outputs, outputs);
    }
    file.append(bytes);
  }

  @Override
  public synchronized void read(int[] rows, int count, float[] x, float[] y) {
    // Packs row number and place into one long, so that primitives are sorted.
    long[] order = new long[count];
    Arrays.setAll(order, i -> (long) rows[i] << Integer.SIZE | i);
    Arrays.sort(order);
    int from = 0;
    while (from < count) {
      int to = from + 1;
      while (to < count && together(row(order[from]), row(order[to - 1]), row(order[to]))) {
        to++;
      }
      read(order, from, to, x, y);
      from = to;
    }
  }

  private static int row(long numberAndPlace) {
    return (int) (numberAndPlace >>> Integer.SIZE);
  }

  /** Whether a row is read with those before it. */
  private boolean together(int first, int before, int row) {
    return (long) (row - before) * rowBytes() <= NEAR
        && (long) (row - first + 1) * rowBytes() <= buffer.capacity();
  }

  private void read(long[] order, int from, int to, float[] x, float[] y) {
    int first = row(order[from]);
    int rows = row(order[to - 1]) - first + 1;
    buffer.clear().limit(rows * rowBytes());
    file.read(buffer, (long) first * rowBytes());
    FloatBuffer floats = buffer.flip().asFloatBuffer();
    for (int i = from; i < to; i++) {
      int place = (int) order[i];
      floats.position((row(order[i]) - first) * (inputs + outputs));
      floats.get(x, place * inputs, inputs).get(y, place * outputs, outputs);
    }
  }
}
