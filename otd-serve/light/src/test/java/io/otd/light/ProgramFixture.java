// SPDX-License-Identifier: Apache-2.0
package io.otd.light;

import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.light.internal.model.LightModel;
import io.otd.light.internal.tape.AffineParts;
import io.otd.light.internal.tape.Constant;
import io.otd.light.internal.tape.Element;
import io.otd.light.internal.tape.Opcode;
import io.otd.light.internal.tape.Tape;
import io.otd.light.internal.tape.TapeBuilder;
import io.otd.light.internal.tape.TapeType;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** Programs of random numbers, as an export would write them. */
final class ProgramFixture {
  /** Standard deviations from the mean to an end of an interval. */
  static final double OFFSET = 1.5;

  /** The smallest standard deviation of an interval. */
  static final double FLOOR = .01;

  private static final int UNITS = 6;
  private static final int TREES = 5;
  private static final int NODES = 8;
  private static final int LEAVES = 20;
  private static final int MANTISSA = 23;

  private final SplittableRandom random = new SplittableRandom(5);
  private final TapeBuilder tape;
  private final int inputs;
  private final int targets;
  private final int draws;

  ProgramFixture(int inputs, int targets, int draws) {
    this.inputs = inputs;
    this.targets = targets;
    this.draws = draws;
    this.tape = new TapeBuilder(inputs);
  }

  /** Two hidden layers with masks. */
  Tape layers() {
    int first = normal(inputs, UNITS);
    int second = normal(UNITS, UNITS);
    int last = normal(UNITS, targets);
    int bank = layers(first, second, last, bank(), bank());
    int drawn = layers(first, second, last, uniforms(1, UNITS), uniforms(2, UNITS));
    return program(bank, drawn);
  }

  private int bank() {
    float[] values = new float[draws * UNITS];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextDouble();
    }
    return floats(List.of(draws, UNITS), values);
  }

  private int layers(int first, int second, int last, int masks, int others) {
    int start = affine(Tape.ROWS, first, Optional.of(Opcode.GELU_TANH), Optional.empty());
    int h = tape.add(Opcode.MULTIPLY, List.of(start, masks), List.of());
    AffineParts block =
        new AffineParts(
            h,
            second,
            Optional.of(floats(List.of(UNITS), new float[UNITS])),
            Optional.of(Opcode.SILU),
            Optional.of(others),
            Optional.of(h));
    int hidden = tape.add(block.instruction());
    return affine(hidden, last, Optional.empty(), Optional.empty());
  }

  private int affine(int x, int kernel, Optional<Opcode> function, Optional<Integer> factor) {
    return tape.add(
        new AffineParts(x, kernel, Optional.empty(), function, factor, Optional.empty())
            .instruction());
  }

  /** Trees of random depths: of each node one child is a leaf, and both are in the last one. */
  Tape trees() {
    int size = LEAVES + TREES * NODES;
    int[] columns = new int[size];
    float[] thresholds = new float[size];
    int[] left = new int[size];
    Arrays.setAll(left, i -> i);
    int[] right = left.clone();
    int[] roots = new int[TREES];
    for (int tree = 0; tree < TREES; tree++) {
      roots[tree] = LEAVES + tree * NODES;
      int last = roots[tree] + random.nextInt(NODES);
      for (int node = roots[tree]; node <= last; node++) {
        int next = node < last ? node + 1 : random.nextInt(LEAVES);
        boolean goesLeft = random.nextBoolean();
        columns[node] = random.nextInt(inputs);
        thresholds[node] = (float) random.nextGaussian();
        left[node] = goesLeft ? next : random.nextInt(LEAVES);
        right[node] = goesLeft ? random.nextInt(LEAVES) : next;
      }
    }
    List<Integer> tables =
        List.of(ints(columns), floats(List.of(size), thresholds), ints(left), ints(right));
    int leaves = normal(LEAVES, targets);
    int[] chosen = random.ints(draws, 0, TREES).map(tree -> roots[tree]).toArray();
    int scaled =
        tape.add(Opcode.MULTIPLY, List.of(uniforms(3, 1), floats(List.of(), TREES)), List.of());
    int tree = tape.add(Opcode.RESHAPE, List.of(toInt(scaled)), List.of(draws));
    int begin = tape.add(Opcode.LOOKUP, List.of(ints(roots), tree), List.of());
    return program(descend(tables, ints(chosen), leaves), descend(tables, begin, leaves));
  }

  private int toInt(int x) {
    return tape.add(Opcode.TO_INT, List.of(x), List.of());
  }

  private int descend(List<Integer> tables, int begin, int leaves) {
    int at =
        tape.add(
            Opcode.DESCEND,
            List.of(Tape.ROWS, begin, tables.get(0), tables.get(1), tables.get(2), tables.get(3)),
            List.of(NODES));
    return tape.add(Opcode.LOOKUP, List.of(leaves, at), List.of());
  }

  /** Uniforms of a seed, {@code [S, width]}. */
  private int uniforms(int stream, int width) {
    int words = tape.add(Opcode.RANDOM, List.of(), List.of(stream, -stream, draws, width));
    int shifted = tape.add(Opcode.SHIFT, List.of(words, ints(Integer.SIZE - MANTISSA)), List.of());
    int high = tape.add(Opcode.AND, List.of(shifted, ints((1 << MANTISSA) - 1)), List.of());
    int real = tape.add(Opcode.TO_FLOAT, List.of(high), List.of());
    int unit = floats(List.of(), (float) Math.scalb(1.0, -MANTISSA));
    return tape.add(Opcode.MULTIPLY, List.of(real, unit), List.of());
  }

  /** The outputs of draws in the units of the network, from the bank and of a seed. */
  private Tape program(int bank, int drawn) {
    int y = restored(bank);
    int mean = tape.add(Opcode.MEAN, List.of(y), List.of(0));
    int deviation = tape.add(Opcode.SUBTRACT, List.of(y, mean), List.of());
    int square = tape.add(Opcode.SQUARE, List.of(deviation), List.of());
    int variance = tape.add(Opcode.MEAN, List.of(square), List.of(0));
    int std = tape.add(Opcode.ROOT, List.of(variance), List.of());
    int samples = toFloat(y);
    int sorted = tape.add(Opcode.SORT, List.of(samples), List.of(0));
    Map<String, Integer> outputs = new LinkedHashMap<>();
    outputs.put(ServingNames.MEAN, vector(mean));
    outputs.put(ServingNames.STD, vector(std));
    outputs.put(ServingNames.SAMPLES, samples);
    outputs.put(
        ServingNames.QUANTILES,
        tape.add(Opcode.PICK, List.of(sorted, ints(draws - 1, 0)), List.of(0)));
    outputs.put(ServingNames.LOWER, end(mean, std, Opcode.SUBTRACT));
    outputs.put(ServingNames.UPPER, end(mean, std, Opcode.ADD));
    outputs.put(LightModel.DRAWN, toFloat(restored(drawn)));
    return tape.build(outputs);
  }

  private int restored(int network) {
    int wide = tape.add(Opcode.TO_DOUBLE, List.of(network), List.of());
    int scaled = tape.add(Opcode.MULTIPLY, List.of(wide, doubles(3)), List.of());
    return tape.add(Opcode.ADD, List.of(scaled, doubles(10)), List.of());
  }

  private int end(int mean, int std, Opcode side) {
    int scale = tape.add(Opcode.MAXIMUM, List.of(std, doubles(FLOOR)), List.of());
    int half = tape.add(Opcode.MULTIPLY, List.of(scale, doubles(OFFSET)), List.of());
    return toFloat(tape.add(side, List.of(mean, half), List.of()));
  }

  private int toFloat(int x) {
    return tape.add(Opcode.TO_FLOAT, List.of(x), List.of());
  }

  private int vector(int x) {
    return tape.add(Opcode.RESHAPE, List.of(toFloat(x)), List.of(targets));
  }

  private int normal(int rows, int columns) {
    float[] values = new float[rows * columns];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (.4 * random.nextGaussian());
    }
    return floats(List.of(rows, columns), values);
  }

  private int floats(List<Integer> dims, float... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Float.BYTES);
    bytes.asFloatBuffer().put(values);
    return tape.add(new Constant(new TapeType(Element.FLOAT, false, dims), bytes));
  }

  private int doubles(double value) {
    ByteBuffer bytes = ByteBuffer.allocate(Double.BYTES);
    bytes.asDoubleBuffer().put(value);
    return tape.add(new Constant(new TapeType(Element.DOUBLE, false, List.of()), bytes));
  }

  /** A number by itself, or a vector. */
  private int ints(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES);
    bytes.asIntBuffer().put(values);
    List<Integer> dims = values.length == 1 ? List.of() : List.of(values.length);
    return tape.add(new Constant(new TapeType(Element.INT, false, dims), bytes));
  }
}
