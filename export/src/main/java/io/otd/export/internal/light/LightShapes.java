// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.light;

import io.otd.light.internal.tape.Constant;
import io.otd.light.internal.tape.Opcode;
import io.otd.light.internal.tape.TapeType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** Operators that change shapes or take parts. */
final class LightShapes {
  private LightShapes() {}

  /** The dimensions before that of the rows must stay. */
  static Placed reshape(LightStep step) {
    List<Long> shape = step.result().shape();
    Placed x = step.tensors().plain(step.in(0));
    if (x.ofRows() && before(x.shape()) != before(shape)) {
      throw step.unsupported("%s to %s".formatted(x.shape(), shape));
    }
    Placed result = Placed.plain(0, shape);
    return result.with(step.tensors().reshaped(x.tensor(), result.ofRow()));
  }

  private static long before(List<Long> shape) {
    return shape.subList(0, Math.max(0, shape.indexOf(-1L))).stream()
        .reduce(1L, Math::multiplyExact);
  }

  static Placed expand(LightStep step) {
    Placed x = step.in(0);
    return x.with(step.dimension(step.whole(1), x.rank() + 1), Placed.NONE);
  }

  static Placed squeeze(LightStep step) {
    Placed x = step.in(0);
    int rank = x.rank();
    int[] dimensions =
        step.operation().attributes().getOrDefault("squeeze_dims", List.of()).stream()
            .mapToInt(d -> step.dimension(d.longValue(), rank))
            .sorted()
            .toArray();
    for (int i = dimensions.length - 1; i >= 0; i--) {
      x = x.without(dimensions[i]);
    }
    return x;
  }

  static Placed transpose(LightStep step) {
    Placed x = step.in(0);
    long[] order = step.wholes(1);
    return new Placed(
        x.tensor(),
        Arrays.stream(order).mapToObj(d -> x.shape().get((int) d)).toList(),
        Arrays.stream(order).mapToObj(d -> x.axes().get((int) d)).toList());
  }

  static Placed concat(LightStep step) {
    int last = step.operation().inputs().size() - 1;
    List<Placed> values = IntStream.range(0, last).mapToObj(step::in).toList();
    int dimension = step.dimension(step.whole(last), step.result().rank());
    return joined(step, values, dimension);
  }

  /** A new dimension is one that the tape has, if it has one to spare at that place. */
  static Placed pack(LightStep step) {
    int dimension = step.dimension(step.operation().whole("axis"), step.result().rank());
    List<Placed> values =
        step.all().stream().map(x -> x.with(dimension, spare(step, x, dimension))).toList();
    return joined(step, values, dimension);
  }

  private static int spare(LightStep step, Placed x, int dimension) {
    int rank = step.tensors().tape().type(x.tensor()).rank();
    for (int axis = 0; axis < rank; axis++) {
      int free = axis;
      boolean used = x.axes().contains(axis);
      boolean between =
          IntStream.range(0, x.rank())
              .filter(i -> x.axes().get(i) >= 0)
              .allMatch(i -> (i < dimension) == (x.axes().get(i) < free));
      if (!used && between) {
        return axis;
      }
    }
    return Placed.NONE;
  }

  private static Placed joined(LightStep step, List<Placed> values, int dimension) {
    List<Integer> axes = values.get(0).axes();
    boolean alike =
        axes.get(dimension) >= 0
            && values.stream().allMatch(v -> v.axes().equals(axes) && sameRank(step, v, values));
    List<Placed> all = alike ? values : values.stream().map(step.tensors()::plain).toList();
    int axis = all.get(0).axes().get(dimension);
    List<Integer> tensors = all.stream().map(Placed::tensor).toList();
    long size = all.stream().mapToLong(v -> v.shape().get(dimension)).sum();
    return all.get(0).resized(step.tensors().add(Opcode.CONCAT, tensors, axis), dimension, size);
  }

  private static boolean sameRank(LightStep step, Placed a, List<Placed> values) {
    return step.tensors().tape().type(a.tensor()).rank()
        == step.tensors().tape().type(values.get(0).tensor()).rank();
  }

  static Placed slice(LightStep step) {
    Placed x = step.in(0);
    long[] from = step.wholes(1);
    long[] size = step.wholes(2);
    List<Integer> dims = new ArrayList<>(step.tensors().tape().type(x.tensor()).dims());
    List<Integer> numbers = new ArrayList<>(Collections.nCopies(dims.size(), 0));
    List<Long> shape = new ArrayList<>(x.shape());
    for (int d = 0; d < from.length; d++) {
      int axis = x.axes().get(d);
      if (axis >= 0) {
        long length = size[d] < 0 ? x.shape().get(d) - from[d] : size[d];
        numbers.set(axis, Math.toIntExact(from[d]));
        dims.set(axis, Math.toIntExact(length));
        shape.set(d, length);
      } else if (from[d] != 0 || (axis == Placed.ROWS && size[d] >= 0)) {
        throw step.unsupported("part of the rows");
      }
    }
    numbers.addAll(dims);
    return new Placed(
        step.tensors().tape().add(Opcode.SLICE, List.of(x.tensor()), numbers), shape, x.axes());
  }

  /** Only of a constant, at once. */
  static Placed pad(LightStep step) {
    Placed x = step.tensors().plain(step.in(0));
    Constant constant = step.tensors().tape().constant(x.tensor());
    Constant filling = step.tensors().tape().constant(step.in(2).tensor());
    long[] added = step.wholes(1);
    int each = constant.type().element().bytes();
    TapeType to = constant.type().with(Placed.plain(0, step.result().shape()).ofRow());
    ByteBuffer bytes = ByteBuffer.allocate(to.size() * each);
    for (int e = 0; e < to.size(); e++) {
      int at = 0;
      boolean inside = true;
      for (int d = 0; d < to.rank(); d++) {
        long place = e / to.after(d) % to.dims().get(d) - added[2 * d];
        inside &= place >= 0 && place < constant.type().dims().get(d);
        at += Math.toIntExact(place) * constant.type().after(d);
      }
      for (int b = 0; b < each; b++) {
        bytes.put(inside ? constant.bytes().get(at * each + b) : filling.bytes().get(b));
      }
    }
    return Placed.plain(
        step.tensors().tape().add(new Constant(to, bytes.rewind())), step.result().shape());
  }
}
