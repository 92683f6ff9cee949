// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.light;

import io.otd.light.internal.tape.Constant;
import io.otd.light.internal.tape.Element;
import io.otd.light.internal.tape.Opcode;
import io.otd.light.internal.tape.TapeType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Operators on elements that are more than one instruction. */
final class LightElements {
  private LightElements() {}

  static Placed clipped(LightStep step) {
    List<Long> shape = step.result().shape();
    Placed above = step.tensors().combine(Opcode.MAXIMUM, List.of(step.in(0), step.in(1)), shape);
    return step.tensors().combine(Opcode.MINIMUM, List.of(above, step.in(2)), shape);
  }

  static Placed inverted(LightStep step) {
    Placed one = wholes(step, List.of(), 1);
    return step.tensors().combine(Opcode.XOR, List.of(step.in(0), one), step.result().shape());
  }

  static Placed zeros(LightStep step) {
    Placed x = step.in(0);
    Element element = step.tensors().tape().type(x.tensor()).element();
    ByteBuffer zero = ByteBuffer.allocate(element.bytes());
    int scalar =
        step.tensors().tape().add(new Constant(new TapeType(element, false, List.of()), zero));
    List<Integer> dims = step.tensors().tape().type(x.tensor()).dims();
    return new Placed(
        step.tensors().tape().add(Opcode.BROADCAST, List.of(scalar), dims),
        x.shape().stream().map(size -> size < 0 ? 1 : size).toList(),
        x.axes().stream().map(axis -> axis == Placed.ROWS ? Placed.NONE : axis).toList());
  }

  /** One number, the same for all rows, in a known shape. */
  static Placed filled(LightStep step) {
    Placed result = Placed.plain(0, step.result().shape());
    Placed x = step.tensors().plain(step.in(1));
    if (result.ofRows() || x.ofRows()) {
      throw step.unsupported("%s to %s".formatted(x.shape(), result.shape()));
    }
    return result.with(
        step.tensors().tape().add(Opcode.BROADCAST, List.of(x.tensor()), result.ofRow()));
  }

  /** The new dimension is the last one. */
  static Placed oneHot(LightStep step) {
    if (step.operation().whole("axis") != -1) {
      throw step.unsupported("axis " + step.operation().whole("axis"));
    }
    int depth = step.whole(1);
    int[] places = IntStream.range(0, depth).toArray();
    Placed x = step.in(0);
    Placed equal =
        step.tensors()
            .combine(
                Opcode.EQUAL,
                List.of(x.with(x.rank(), Placed.NONE), wholes(step, List.of((long) depth), places)),
                step.result().shape());
    return step.tensors()
        .combine(Opcode.SELECT, List.of(equal, step.in(2), step.in(3)), step.result().shape());
  }

  private static Placed wholes(LightStep step, List<Long> shape, int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES);
    bytes.asIntBuffer().put(values);
    List<Integer> dims = shape.stream().map(Math::toIntExact).toList();
    return Placed.plain(
        step.tensors().tape().add(new Constant(new TapeType(Element.INT, false, dims), bytes)),
        shape);
  }

  static Placed bucket(LightStep step) {
    List<Double> boundaries =
        new ArrayList<>(step.operation().attributes().getOrDefault("boundaries", List.of()));
    if (boundaries.isEmpty()) {
      // It is never reached.
      boundaries.add(Double.NaN);
    }
    ByteBuffer bytes = ByteBuffer.allocate(boundaries.size() * Float.BYTES);
    boundaries.forEach(boundary -> bytes.putFloat(boundary.floatValue()));
    TapeType type = new TapeType(Element.FLOAT, false, List.of(boundaries.size()));
    Placed x = step.in(0);
    return x.with(
        step.tensors()
            .add(
                Opcode.BUCKET,
                List.of(
                    x.tensor(), step.tensors().tape().add(new Constant(type, bytes.rewind())))));
  }
}
