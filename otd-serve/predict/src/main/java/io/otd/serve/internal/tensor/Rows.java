// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.tensor;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Joins tensors along their first axis, and cuts them. */
public final class Rows {
  private Rows() {}

  /** The common number of rows; 0 if they differ, or one is a scalar, or there are none. */
  public static long common(Collection<HostTensor> tensors) {
    long rows = -1;
    for (HostTensor tensor : tensors) {
      if (tensor.rank() == 0 || (rows >= 0 && tensor.size(0) != rows)) {
        return 0;
      }
      rows = tensor.size(0);
    }
    return Math.max(rows, 0);
  }

  /** Whether each has this number of rows. */
  public static boolean all(Collection<HostTensor> tensors, long rows) {
    return tensors.stream().allMatch(t -> t.rank() > 0 && t.size(0) == rows);
  }

  /** Whether in each of them, which have one row or more, all rows are the same. */
  public static boolean areSame(Collection<HostTensor> tensors) {
    return tensors.stream().allMatch(Rows::areSame);
  }

  private static boolean areSame(HostTensor tensor) {
    HostTensor first = cut(tensor, 0, 1);
    for (int row = 1; row < tensor.size(0); row++) {
      if (!Likeness.identical(first, cut(tensor, row, row + 1))) {
        return false;
      }
    }
    return true;
  }

  /** Bytes in memory, strings by their lengths. */
  public static long bytes(Collection<HostTensor> tensors) {
    long bytes = 0;
    for (HostTensor tensor : tensors) {
      if (tensor.type() == ElementType.STRING) {
        for (int i = 0; i < tensor.elements(); i++) {
          bytes += Long.BYTES + tensor.string(i).length;
        }
      } else {
        bytes += tensor.bytes().remaining();
      }
    }
    return bytes;
  }

  /** The same rows of each. */
  public static Map<String, HostTensor> cut(Map<String, HostTensor> tensors, int from, int to) {
    Map<String, HostTensor> pieces = new LinkedHashMap<>();
    tensors.forEach((name, tensor) -> pieces.put(name, cut(tensor, from, to)));
    return pieces;
  }

  /** Rows of a tensor: a view of its bytes. */
  private static HostTensor cut(HostTensor tensor, int from, int to) {
    long[] shape = tensor.shape();
    int rows = (int) shape[0];
    int each = rows == 0 ? 0 : tensor.elements() / rows;
    shape[0] = (long) to - from;
    if (tensor.type() == ElementType.STRING) {
      byte[][] strings = new byte[(to - from) * each][];
      for (int i = 0; i < strings.length; i++) {
        strings[i] = tensor.string(from * each + i);
      }
      return HostTensor.ofStrings(shape, strings);
    }
    int size = each * tensor.type().bytes();
    return HostTensor.of(
        tensor.type(), shape, tensor.bytes().slice(from * size, (to - from) * size));
  }

  /**
   * Maps of the same names, types and inner shapes, one behind the other.
   *
   * @param filled rows in the end, the last one repeated; at least as many as there are
   */
  public static Map<String, HostTensor> join(List<Map<String, HostTensor>> parts, int filled) {
    Map<String, HostTensor> joined = new LinkedHashMap<>();
    for (String name : parts.get(0).keySet()) {
      List<HostTensor> tensors = new ArrayList<>(parts.size());
      for (Map<String, HostTensor> part : parts) {
        HostTensor tensor = part.get(name);
        if (tensor == null) {
          throw new IllegalArgumentException("no tensor " + name + " in one of the parts");
        }
        tensors.add(tensor);
      }
      joined.put(name, joinTensors(tensors, filled));
    }
    return joined;
  }

  private static HostTensor joinTensors(List<HostTensor> parts, int filled) {
    HostTensor last = parts.get(parts.size() - 1);
    int lastRows = (int) last.size(0);
    HostTensor row = cut(last, lastRows - 1, lastRows);
    List<HostTensor> all = new ArrayList<>(parts);
    long rows = parts.stream().mapToLong(t -> t.size(0)).sum();
    for (long i = rows; i < filled; i++) {
      all.add(row);
    }
    long[] shape = last.shape();
    shape[0] = filled;
    int elements = Math.toIntExact(HostTensor.elements(shape));
    if (last.type() == ElementType.STRING) {
      byte[][] strings = new byte[elements][];
      int next = 0;
      for (HostTensor part : all) {
        for (int i = 0; i < part.elements(); i++) {
          strings[next++] = part.string(i);
        }
      }
      return HostTensor.ofStrings(shape, strings);
    }
    ByteBuffer bytes = ByteBuffer.allocate(Math.multiplyExact(elements, last.type().bytes()));
    all.forEach(part -> bytes.put(part.bytes()));
    return HostTensor.of(last.type(), shape, bytes.flip());
  }
}
