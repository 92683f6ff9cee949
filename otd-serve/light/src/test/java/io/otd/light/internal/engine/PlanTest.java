// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.light.internal.tape.AffineParts;
import io.otd.light.internal.tape.Constant;
import io.otd.light.internal.tape.Element;
import io.otd.light.internal.tape.Opcode;
import io.otd.light.internal.tape.Tape;
import io.otd.light.internal.tape.TapeBuilder;
import io.otd.light.internal.tape.TapeType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each opcode on tensors with and without draws, of the rows and shared by them: the engine
 * computes what the definition says.
 */
class PlanTest {
  private static final int INPUTS = 6;
  private static final int ROWS = 5;

  private final TapeBuilder tape = new TapeBuilder(INPUTS);
  private final SplittableRandom random = new SplittableRandom(7);
  private final Map<String, Integer> outputs = new LinkedHashMap<>();

  private int constant(Integer... dims) {
    TapeType type = new TapeType(Element.FLOAT, false, List.of(dims));
    ByteBuffer bytes = ByteBuffer.allocate(type.size() * Float.BYTES);
    for (int i = 0; i < type.size(); i++) {
      bytes.putFloat((float) random.nextDouble(-2, 2));
    }
    return tape.add(new Constant(type, bytes.rewind()));
  }

  private int whole(int end, Integer... dims) {
    TapeType type = new TapeType(Element.INT, false, List.of(dims));
    ByteBuffer bytes = ByteBuffer.allocate(type.size() * Integer.BYTES);
    for (int i = 0; i < type.size(); i++) {
      bytes.putInt(random.nextInt(end));
    }
    return tape.add(new Constant(type, bytes.rewind()));
  }

  private int add(Opcode opcode, List<Integer> inputs, Integer... numbers) {
    int tensor = tape.add(opcode, inputs, List.of(numbers));
    outputs.put(opcode + "_" + outputs.size(), tensor);
    return tensor;
  }

  private int rows(Integer... dims) {
    return tape.add(Opcode.RESHAPE, List.of(Tape.ROWS), List.of(dims));
  }

  /** Tensors of the rows without draws, with draws, with three dimensions; then shared ones. */
  private List<Integer> tensors() {
    return List.of(Tape.ROWS, rows(3, 2), rows(3, 1, 2), rows(6, 1), constant(6), constant(3, 2));
  }

  /** What the engine computes is what the definitions say, in blocks of any number of rows. */
  private void check() {
    Map<String, Integer> real = new LinkedHashMap<>();
    outputs.forEach(
        (name, tensor) ->
            real.put(
                name,
                tape.type(tensor).element() == Element.FLOAT
                    ? tensor
                    : tape.add(Opcode.TO_FLOAT, List.of(tensor), List.of())));
    Tape built = tape.build(real);
    float[][] x = new float[ROWS][INPUTS];
    for (float[] row : x) {
      for (int i = 0; i < row.length; i++) {
        row[i] = (float) random.nextDouble(-2, 2);
      }
    }
    List<String> names = List.copyOf(real.keySet());
    int[] wanted = names.stream().mapToInt(built::output).toArray();
    for (int block : new int[] {1, 2, ROWS}) {
      List<Integer> met = new ArrayList<>();
      new Plan(built, wanted, block)
          .run(
              x,
              0,
              ROWS,
              0,
              (row, of) -> {
                met.add(row);
                NaiveTape naive = new NaiveTape(built, x[row]);
                for (int i = 0; i < of.length; i++) {
                  requireNear(names.get(i), naive.values(wanted[i]), of[i]);
                }
              });
      assertThat(met).containsExactly(0, 1, 2, 3, 4);
    }
  }

  /** Single precision, of sums of six numbers. */
  private static void requireNear(String name, double[] expected, float[] actual) {
    assertThat(actual).as(name).hasSize(expected.length);
    for (int i = 0; i < actual.length; i++) {
      boolean near =
          Double.compare(expected[i], actual[i]) == 0
              || Math.abs(expected[i] - actual[i]) <= 2e-6 * (1 + Math.abs(expected[i]));
      assertThat(near).as("%s[%s]: %s, expected %s", name, i, actual[i], expected[i]).isTrue();
    }
  }

  private static Stream<Opcode> opcodes(Opcode first, Opcode last) {
    return Stream.of(Opcode.values())
        .filter(o -> o.number() >= first.number() && o.number() <= last.number());
  }

  @Test
  void functions_of_an_element() {
    for (int x : tensors()) {
      opcodes(Opcode.NEGATE, Opcode.SILU)
          .filter(o -> o != Opcode.ERF && o != Opcode.ERFINV && o != Opcode.GELU_ERF)
          .forEach(o -> add(o, List.of(x)));
      int wide = add(Opcode.TO_DOUBLE, List.of(x));
      opcodes(Opcode.NEGATE, Opcode.LOG1P).forEach(o -> add(o, List.of(wide)));
      int whole = add(Opcode.TO_INT, List.of(x));
      Stream.of(Opcode.NEGATE, Opcode.ABSOLUTE, Opcode.SQUARE).forEach(o -> add(o, List.of(whole)));
      for (int from : new int[] {x, wide, whole}) {
        opcodes(Opcode.TO_FLOAT, Opcode.TO_INT).forEach(o -> add(o, List.of(from)));
      }
      for (int from : new int[] {x, wide}) {
        int none = add(Opcode.LOG, List.of(from));
        add(Opcode.IS_NAN, List.of(none));
        add(Opcode.IS_INFINITE, List.of(add(Opcode.DIVIDE, List.of(from, zero(from)))));
      }
    }
    check();
  }

  private int zero(int like) {
    int x = tape.add(Opcode.SUBTRACT, List.of(like, like), List.of());
    return tape.add(Opcode.ABSOLUTE, List.of(x), List.of());
  }

  @Test
  void operations_on_tensors_that_are_broadcast() {
    List<Integer> all = new ArrayList<>(tensors());
    all.addAll(
        List.of(
            rows(2, 3),
            tape.add(Opcode.SLICE, List.of(Tape.ROWS), List.of(1, 2)),
            tape.add(Opcode.SLICE, List.of(Tape.ROWS), List.of(3, 1)),
            tape.add(Opcode.SLICE, List.of(rows(3, 2)), List.of(0, 1, 3, 1)),
            tape.add(Opcode.SLICE, List.of(rows(3, 2)), List.of(1, 0, 1, 2)),
            constant(2),
            constant(1),
            constant(),
            constant(3, 1),
            constant(1, 2),
            constant(4, 1, 1, 2)));
    int pairs = 0;
    for (int a : all) {
      for (int b : all) {
        pairs += combined(a, b) ? 1 : 0;
      }
    }
    assertThat(pairs).isGreaterThan(all.size());
    check();
  }

  /** Whether the shapes suit one another. */
  private boolean combined(int a, int b) {
    try {
      add(Opcode.ADD, List.of(a, b));
    } catch (IllegalArgumentException e) {
      return false;
    }
    for (int kind = 0; kind < 3; kind++) {
      int x = cast(a, kind);
      int y = cast(b, kind);
      opcodes(Opcode.SUBTRACT, Opcode.MINIMUM)
          .filter(o -> tape.type(x).element() != Element.INT || o != Opcode.DIVIDE)
          .forEach(o -> add(o, List.of(x, y)));
      opcodes(Opcode.LESS, Opcode.EQUAL).forEach(o -> add(o, List.of(x, y)));
      int less = tape.add(Opcode.LESS, List.of(x, y), List.of());
      add(Opcode.SELECT, List.of(less, x, y));
      if (kind == 2) {
        opcodes(Opcode.AND, Opcode.XOR).forEach(o -> add(o, List.of(x, y)));
        add(Opcode.SHIFT, List.of(x, whole(3)));
      }
    }
    return true;
  }

  private int cast(int x, int kind) {
    return switch (kind) {
      case 0 -> x;
      case 1 -> tape.add(Opcode.TO_DOUBLE, List.of(x), List.of());
      default -> tape.add(Opcode.TO_INT, List.of(x), List.of());
    };
  }

  @Test
  void powers() {
    for (int x : tensors()) {
      int positive = tape.add(Opcode.ABSOLUTE, List.of(x), List.of());
      add(Opcode.POWER, List.of(positive, x));
      add(Opcode.POWER, List.of(cast(positive, 1), cast(x, 1)));
      add(Opcode.POWER, List.of(whole(4), whole(5)));
      add(Opcode.DIVIDE, List.of(whole(9), whole(2)));
    }
    check();
  }

  @Test
  void layers() {
    for (int x : tensors()) {
      int kernel = constant(tape.type(x).units(), 4);
      List<Integer> like = new ArrayList<>(tape.type(x).dims());
      like.set(like.size() - 1, 4);
      int factor = constant(like.toArray(Integer[]::new));
      for (Optional<Integer> bias : List.of(Optional.of(constant(4)), Optional.<Integer>empty())) {
        int plain =
            tape.add(
                new AffineParts(
                        x, kernel, bias, Optional.empty(), Optional.empty(), Optional.empty())
                    .instruction());
        outputs.put("plain " + outputs.size(), plain);
        int whole =
            tape.add(
                new AffineParts(
                        x,
                        kernel,
                        bias,
                        Optional.of(Opcode.SILU),
                        Optional.of(factor),
                        Optional.of(plain))
                    .instruction());
        outputs.put("layer " + outputs.size(), whole);
      }
    }
    check();
  }

  @Test
  void operations_along_an_axis() {
    for (int x : tensors()) {
      for (int axis = 0; axis < tape.type(x).rank(); axis++) {
        for (int kind = 0; kind < 3; kind++) {
          int from = cast(x, kind);
          add(Opcode.SUM, List.of(from), axis);
          add(Opcode.LARGEST, List.of(from), axis);
          add(Opcode.ORDER, List.of(from), axis);
          if (kind < 2) {
            add(Opcode.MEAN, List.of(from), axis);
            add(Opcode.CUMULATE, List.of(from), axis);
            int sorted = add(Opcode.SORT, List.of(from), axis);
            add(Opcode.RANK, List.of(from, sorted), axis);
          }
          List<Integer> dims = new ArrayList<>(tape.type(x).dims());
          dims.set(axis, 4);
          add(Opcode.TAKE, List.of(from, whole(9, dims.toArray(Integer[]::new))), axis);
          add(
              Opcode.TAKE,
              List.of(from, tape.add(Opcode.ORDER, List.of(from), List.of(axis))),
              axis);
        }
      }
    }
    check();
  }

  @Test
  void tables() {
    for (int x : tensors()) {
      int places = tape.add(Opcode.TO_INT, List.of(x), List.of());
      add(Opcode.LOOKUP, List.of(constant(3), places));
      add(Opcode.LOOKUP, List.of(constant(3, 2), places));
      add(Opcode.LOOKUP, List.of(whole(7, 3), places));
      int wide = tape.add(Opcode.TO_DOUBLE, List.of(x), List.of());
      add(Opcode.BUCKET, List.of(x, ascending()));
      add(Opcode.BUCKET, List.of(wide, ascending()));
    }
    int double3 =
        tape.add(
            new Constant(
                new TapeType(Element.DOUBLE, false, List.of(3)),
                ByteBuffer.allocate(24).putDouble(.5).putDouble(.25).putDouble(3).rewind()));
    add(Opcode.LOOKUP, List.of(double3, tape.add(Opcode.TO_INT, List.of(Tape.ROWS), List.of())));
    check();
  }

  private int ascending() {
    ByteBuffer bytes = ByteBuffer.allocate(3 * Float.BYTES).putFloat(-1).putFloat(0).putFloat(1);
    return tape.add(new Constant(new TapeType(Element.FLOAT, false, List.of(3)), bytes.rewind()));
  }

  @Test
  void moves() {
    for (int x : tensors()) {
      for (int kind = 0; kind < 3; kind++) {
        int from = cast(x, kind);
        TapeType type = tape.type(from);
        add(Opcode.RESHAPE, List.of(from), 2, 3);
        add(Opcode.RESHAPE, List.of(from), 6);
        add(Opcode.RESHAPE, List.of(from), 1, 6, 1);
        for (int axis = 0; axis < type.rank(); axis++) {
          int size = type.dims().get(axis);
          add(Opcode.PICK, List.of(from, whole(size, 4)), axis);
          add(Opcode.CONCAT, List.of(from, from, cast(x, kind)), axis);
        }
        if (type.rank() == 2) {
          add(Opcode.TRANSPOSE, List.of(from), 1, 0);
          add(Opcode.SLICE, List.of(from), 1, 0, 2, 1);
          add(Opcode.BROADCAST, List.of(from), 2, type.dims().get(0), type.dims().get(1));
        } else if (type.rank() == 3) {
          add(Opcode.TRANSPOSE, List.of(from), 2, 0, 1);
          add(Opcode.BROADCAST, List.of(from), 3, 4, 2);
        }
      }
    }
    add(Opcode.CONCAT, List.of(rows(3, 2), constant(2, 2)), 0);
    check();
  }

  @Test
  void ways_down_trees() {
    // Two leaves; a node that asks for input 1; a root that asks for input 4.
    int columns = ints(0, 0, 1, 4);
    int thresholds =
        tape.add(
            new Constant(
                new TapeType(Element.FLOAT, false, List.of(4)),
                ByteBuffer.allocate(16)
                    .putFloat(0)
                    .putFloat(0)
                    .putFloat(.5f)
                    .putFloat(0)
                    .rewind()));
    int left = ints(0, 1, 0, 2);
    int right = ints(0, 1, 1, 1);
    for (int begin :
        new int[] {
          ints(3, 2, 0), whole(4, 37), tape.add(Opcode.TO_INT, List.of(Tape.ROWS), List.of())
        }) {
      int inside =
          tape.add(
              Opcode.MAXIMUM,
              List.of(begin, tape.add(Opcode.SUBTRACT, List.of(begin, begin), List.of())),
              List.of());
      add(Opcode.DESCEND, List.of(Tape.ROWS, inside, columns, thresholds, left, right), 3);
    }
    check();
  }

  private int ints(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES);
    bytes.asIntBuffer().put(values);
    return tape.add(new Constant(new TapeType(Element.INT, false, List.of(values.length)), bytes));
  }
}
