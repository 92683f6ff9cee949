// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.tape.AffineParts;
import io.otd.light.internal.tape.Constant;
import io.otd.light.internal.tape.Instruction;
import io.otd.light.internal.tape.Opcode;
import io.otd.light.internal.tape.Tape;
import io.otd.light.internal.tape.TapeType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** A program, computed row by row from the definitions of its opcodes, in double precision. */
final class NaiveTape {
  private final Tape tape;
  private final List<double[]> values = new ArrayList<>();

  /** Computes all tensors of a row. */
  NaiveTape(Tape tape, float[] row) {
    this.tape = tape;
    values.add(IntStream.range(0, row.length).mapToDouble(i -> row[i]).toArray());
    tape.constants().forEach(constant -> values.add(numbers(constant)));
    for (Instruction instruction : tape.instructions()) {
      values.add(computed(instruction, tape.type(values.size())));
    }
  }

  double[] values(int tensor) {
    return values.get(tensor);
  }

  static double[] numbers(Constant constant) {
    return switch (constant.type().element()) {
      case FLOAT -> {
        float[] floats = constant.floats();
        yield IntStream.range(0, floats.length).mapToDouble(i -> floats[i]).toArray();
      }
      case DOUBLE -> constant.doubles();
      case INT -> Arrays.stream(constant.ints()).asDoubleStream().toArray();
    };
  }

  private double[] computed(Instruction instruction, TapeType to) {
    double[] result = new double[to.size()];
    for (int e = 0; e < result.length; e++) {
      double value = element(instruction, to, e);
      result[e] =
          switch (to.element()) {
            case FLOAT -> (float) value;
            case DOUBLE -> value;
            case INT -> (int) value;
          };
    }
    return result;
  }

  private double element(Instruction instruction, TapeType to, int e) {
    Opcode opcode = instruction.opcode();
    List<Integer> in = instruction.inputs();
    if (opcode.elementwise()) {
      double[] x = new double[3];
      for (int i = 0; i < in.size(); i++) {
        x[i] = broadcast(in.get(i), to, e);
      }
      return elementwise(opcode, x[0], x[1], x[2]);
    }
    return switch (opcode) {
      case AFFINE -> affine(AffineParts.of(instruction), to, e);
      case LOOKUP -> {
        int width = to.size() / values.get(in.get(1)).length;
        int last = values.get(in.get(0)).length / width - 1;
        int place = (int) Math.max(0, Math.min(last, values.get(in.get(1))[e / width]));
        yield values.get(in.get(0))[place * width + e % width];
      }
      case BUCKET ->
          DoubleStream.of(values.get(in.get(1)))
              .filter(boundary -> boundary <= values.get(in.get(0))[e])
              .count();
      case DESCEND -> descend(instruction, e);
      case RESHAPE -> values.get(in.get(0))[e];
      case TRANSPOSE, SLICE, BROADCAST, PICK, CONCAT -> moved(instruction, to, e);
      default -> along(instruction, to, e);
    };
  }

  private double broadcast(int tensor, TapeType to, int e) {
    TapeType type = tape.type(tensor);
    int at = 0;
    for (int d = 0; d < type.rank(); d++) {
      int axis = to.rank() - type.rank() + d;
      int place = e / to.after(axis) % to.dims().get(axis);
      at += (type.dims().get(d) == 1 ? 0 : place) * type.after(d);
    }
    return values.get(tensor)[at];
  }

  private static double elementwise(Opcode opcode, double x, double y, double z) {
    return switch (opcode) {
      case NEGATE -> -x;
      case ABSOLUTE -> Math.abs(x);
      case FLOOR -> Math.floor(x);
      case SQUARE -> x * x;
      case ROOT -> Math.sqrt(x);
      case EXP -> Math.exp(x);
      case EXPM1 -> Math.expm1(x);
      case LOG -> Math.log(x);
      case LOG1P -> Math.log1p(x);
      case TANH -> Math.tanh(x);
      case SIGMOID -> 1 / (1 + Math.exp(-x));
      case SOFTPLUS -> Math.log1p(Math.exp(x));
      case RELU -> Math.max(x, 0);
      case ELU -> x > 0 ? x : Math.expm1(x);
      case SILU -> x / (1 + Math.exp(-x));
      case GELU_TANH ->
          x / 2 * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x)));
      case IS_NAN -> Double.isNaN(x) ? 1 : 0;
      case IS_INFINITE -> Double.isInfinite(x) ? 1 : 0;
      case TO_FLOAT, TO_DOUBLE, TO_INT -> x;
      case ADD -> x + y;
      case SUBTRACT -> x - y;
      case MULTIPLY -> x * y;
      case DIVIDE -> x / y;
      case MAXIMUM -> Math.max(x, y);
      case MINIMUM -> Math.min(x, y);
      case POWER -> Math.pow(x, y);
      case LESS -> x < y ? 1 : 0;
      case LESS_EQUAL -> x <= y ? 1 : 0;
      case EQUAL -> x == y ? 1 : 0;
      case AND -> (int) x & (int) y;
      case OR -> (int) x | (int) y;
      case XOR -> (int) x ^ (int) y;
      case SHIFT -> (int) x >> (int) y;
      case SELECT -> x != 0 ? y : z;
      default -> throw new IllegalStateException(opcode + ": no definition");
    };
  }

  private double affine(AffineParts parts, TapeType to, int e) {
    int units = to.units();
    double[] kernel = values.get(parts.kernel());
    int inputs = kernel.length / units;
    double sum = parts.bias().map(b -> values.get(b)[e % units]).orElse(0.0);
    for (int i = 0; i < inputs; i++) {
      sum += values.get(parts.x())[e / units * inputs + i] * kernel[i * units + e % units];
    }
    double x = sum;
    double y = parts.function().map(f -> elementwise(f, x, 0, 0)).orElse(x);
    y *= parts.factor().map(f -> broadcast(f, to, e)).orElse(1.0);
    return y + parts.summand().map(s -> broadcast(s, to, e)).orElse(0.0);
  }

  private double descend(Instruction instruction, int e) {
    List<Integer> in = instruction.inputs();
    int node = (int) values.get(in.get(1))[e];
    for (int step = 0; step < instruction.numbers().get(0); step++) {
      double x = values.get(in.get(0))[(int) values.get(in.get(2))[node]];
      boolean right = x > values.get(in.get(3))[node];
      node = (int) values.get(in.get(right ? 5 : 4))[node];
    }
    return node;
  }

  private double moved(Instruction instruction, TapeType to, int e) {
    List<Integer> in = instruction.inputs();
    List<Integer> numbers = instruction.numbers();
    TapeType from = tape.type(in.get(0));
    if (instruction.opcode() == Opcode.BROADCAST) {
      return broadcast(in.get(0), to, e);
    }
    int[] places = new int[to.rank()];
    for (int d = 0; d < places.length; d++) {
      places[d] = e / to.after(d) % to.dims().get(d);
    }
    int tensor = in.get(0);
    switch (instruction.opcode()) {
      case TRANSPOSE -> {
        int[] before = places.clone();
        for (int d = 0; d < before.length; d++) {
          places[numbers.get(d)] = before[d];
        }
      }
      case SLICE -> Arrays.setAll(places, d -> places[d] + numbers.get(d));
      case PICK -> {
        int axis = numbers.get(0);
        places[axis] = (int) values.get(in.get(1))[places[axis]];
      }
      default -> {
        int axis = numbers.get(0);
        for (int i = 0; places[axis] >= tape.type(in.get(i)).dims().get(axis); i++) {
          places[axis] -= tape.type(in.get(i)).dims().get(axis);
          tensor = in.get(i + 1);
        }
        from = tape.type(tensor);
      }
    }
    int at = 0;
    for (int d = 0; d < places.length; d++) {
      at += places[d] * from.after(d);
    }
    return values.get(tensor)[at];
  }

  /** Along an axis. */
  private double along(Instruction instruction, TapeType to, int e) {
    List<Integer> in = instruction.inputs();
    int axis = instruction.numbers().get(0);
    TapeType from = tape.type(in.get(0));
    int length = from.dims().get(axis);
    int after = to.after(axis);
    int place = e / after % to.dims().get(axis);
    int begin = e / after / to.dims().get(axis) * length * after + e % after;
    double[] fiber =
        IntStream.range(0, length)
            .mapToDouble(i -> values.get(in.get(0))[begin + i * after])
            .toArray();
    return switch (instruction.opcode()) {
      case SUM -> DoubleStream.of(fiber).sum();
      case MEAN -> DoubleStream.of(fiber).sum() / length;
      case LARGEST -> DoubleStream.of(fiber).max().orElseThrow();
      case CUMULATE -> DoubleStream.of(fiber).limit(place + 1L).sum();
      case SORT -> fiber[order(fiber)[place]];
      case ORDER -> order(fiber)[place];
      case RANK -> IntStream.of(order(fiber)).boxed().toList().indexOf(place);
      case TAKE -> fiber[(int) Math.max(0, Math.min(length - 1, values.get(in.get(1))[e]))];
      default -> throw new IllegalStateException(instruction + ": no definition");
    };
  }

  private static int[] order(double[] fiber) {
    return IntStream.range(0, fiber.length)
        .boxed()
        .sorted((a, b) -> Double.compare(fiber[b], fiber[a]))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
