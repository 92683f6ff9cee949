// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.tape;

import java.util.ArrayList;
import java.util.List;

/**
 * The type of what an instruction computes, and what it requires of its inputs.
 *
 * @param tensors before it
 * @param instruction whose result is wanted
 */
record TypeRule(TensorList tensors, Instruction instruction) {
  /** The result. */
  TapeType result() {
    for (int input : instruction.inputs()) {
      tensors.requireBefore(name(), input);
    }
    try {
      return switch (opcode().kind()) {
        case UNARY -> unary();
        case FLOATS -> same(1, Element.FLOAT);
        case TEST -> same(1, Element.FLOAT, Element.DOUBLE).with(Element.INT);
        case CAST -> same(1, Element.values()).with(cast());
        case BINARY -> same(2, Element.values());
        case COMPARISON -> same(2, Element.values()).with(Element.INT);
        case BITS -> same(2, Element.INT);
        case REDUCTION -> reduced();
        case ALONG -> along();
        case MOVE -> new MoveRule(this).result();
        case OTHER -> other();
      };
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException(
          "%s: %s inputs, %s numbers (expected: more)"
              .formatted(name(), instruction.inputs().size(), instruction.numbers().size()),
          e);
    }
  }

  private TapeType other() {
    return switch (opcode()) {
      case SELECT -> select();
      case AFFINE -> affine();
      case RANK -> rank();
      case TAKE -> take();
      case LOOKUP -> lookup();
      case BUCKET -> bucket();
      case PICK -> pick();
      case CONCAT -> concat();
      case RANDOM -> random();
      case DESCEND -> descend();
      default -> throw new IllegalArgumentException(name() + ": no rule");
    };
  }

  private TapeType random() {
    if (numbers() < 2) {
      throw wrong("numbers", instruction.numbers(), "two words and the sizes");
    }
    return new TapeType(Element.INT, false, instruction.numbers().subList(2, numbers()));
  }

  private Opcode opcode() {
    return instruction.opcode();
  }

  String name() {
    return opcode().name();
  }

  int numbers() {
    return instruction.numbers().size();
  }

  TapeType input(int number) {
    return tensors.type(instruction.inputs().get(number));
  }

  int number(int place) {
    return instruction.numbers().get(place);
  }

  /** A number that is a dimension of an input. */
  int axis(int of) {
    int axis = number(0);
    if (!(axis >= 0 && axis < input(of).rank())) {
      throw wrong("axis", axis, "one of " + input(of));
    }
    return axis;
  }

  IllegalArgumentException wrong(String what, Object value, Object expected) {
    return new IllegalArgumentException(
        "%s of %s: %s (expected: %s)".formatted(what, name(), value, expected));
  }

  private Element cast() {
    return switch (opcode()) {
      case TO_FLOAT -> Element.FLOAT;
      case TO_DOUBLE -> Element.DOUBLE;
      default -> Element.INT;
    };
  }

  private TapeType along() {
    int unused = axis(0);
    TapeType x = input(0);
    if (opcode() == Opcode.CUMULATE || opcode() == Opcode.SORT) {
      if (!(x.element() != Element.INT)) {
        throw wrong("elements", x.element(), "FLOAT or DOUBLE");
      }
    }
    return opcode() == Opcode.ORDER ? x.with(Element.INT) : x;
  }

  /** Whole numbers have only what stays whole. */
  private TapeType unary() {
    boolean whole =
        opcode() == Opcode.NEGATE || opcode() == Opcode.ABSOLUTE || opcode() == Opcode.SQUARE;
    return whole ? same(1, Element.values()) : same(1, Element.FLOAT, Element.DOUBLE);
  }

  private TapeType reduced() {
    boolean mean = opcode() == Opcode.MEAN;
    if (!(!mean || input(0).element() != Element.INT)) {
      throw wrong("elements", input(0), "FLOAT or DOUBLE");
    }
    return input(0).with(axis(0), 1);
  }

  /** Inputs of one element type, broadcast. */
  private TapeType same(int count, Element... allowed) {
    requireInputs(count);
    if (!List.of(allowed).contains(input(0).element())) {
      throw wrong("elements", input(0).element(), "others");
    }
    TapeType result = input(0);
    for (int i = 1; i < count; i++) {
      if (!(input(i).element() == result.element())) {
        throw wrong("elements", input(i), result.element());
      }
      result = broadcast(result, input(i));
    }
    return result;
  }

  /** Too few are noticed when they are read. */
  private void requireInputs(int most) {
    if (instruction.inputs().size() > most) {
      throw wrong("inputs", instruction.inputs().size(), most);
    }
  }

  private TapeType broadcast(TapeType a, TapeType b) {
    int rank = Math.max(a.rank(), b.rank());
    List<Integer> dims = new ArrayList<>();
    for (int i = 0; i < rank; i++) {
      int p = aligned(a, rank, i);
      int q = aligned(b, rank, i);
      if (!(p == q || p == 1 || q == 1)) {
        throw wrong("shapes", a.dims() + " and " + b.dims(), "the same, or 1");
      }
      dims.add(Math.max(p, q));
    }
    return new TapeType(a.element(), a.ofRows() || b.ofRows(), dims);
  }

  private static int aligned(TapeType type, int rank, int i) {
    int axis = i - (rank - type.rank());
    return axis < 0 ? 1 : type.dims().get(axis);
  }

  private TapeType select() {
    requireInputs(3);
    if (!(input(0).element() == Element.INT)) {
      throw wrong("condition", input(0), "truth values");
    }
    if (!(input(1).element() == input(2).element())) {
      throw wrong("elements", input(1), input(2).element());
    }
    TapeType values = broadcast(input(1), input(2));
    return broadcast(values, input(0));
  }

  private TapeType affine() {
    TapeType x = input(0);
    TapeType kernel = tensors.constant(instruction.inputs().get(1)).type();
    if (!(x.element() == Element.FLOAT
        && kernel.element() == Element.FLOAT
        && x.rank() > 0
        && kernel.rank() == 2
        && kernel.dims().get(0) == x.units())) {
      throw wrong("shapes", x + ", kernel " + kernel.dims(), "[.., n] and [n, m] of FLOAT");
    }
    TapeType result = x.with(x.rank() - 1, kernel.units());
    AffineParts parts = AffineParts.of(instruction);
    if (parts.bias().isPresent()) {
      requireOperand(
          tensors.constant(parts.bias().get()).type(),
          new TapeType(Element.FLOAT, false, List.of(kernel.units())));
    }
    for (int i = parts.bias().isPresent() ? 3 : 2; i < instruction.inputs().size(); i++) {
      requireOperand(input(i), result);
    }
    return result;
  }

  /** What is added or multiplied must not make the result larger. */
  private void requireOperand(TapeType operand, TapeType result) {
    boolean fits = operand.element() == Element.FLOAT && broadcast(result, operand).same(result);
    if (!fits) {
      throw wrong("operand", operand, "one that fits " + result);
    }
  }

  private TapeType rank() {
    int unused = axis(0);
    if (!input(0).same(input(1))) {
      throw wrong("sorted values", input(1), input(0));
    }
    if (!(input(0).element() != Element.INT)) {
      throw wrong("elements", input(0), "FLOAT or DOUBLE");
    }
    return input(0).with(Element.INT);
  }

  private TapeType take() {
    TapeType x = input(0);
    TapeType places = input(1);
    int axis = axis(0);
    List<Integer> expected = new ArrayList<>(x.dims());
    if (places.rank() == x.rank()) {
      expected.set(axis, places.dims().get(axis));
    }
    if (!(places.element() == Element.INT && places.dims().equals(expected))) {
      throw wrong("places", places, x);
    }
    return new TapeType(x.element(), x.ofRows() || places.ofRows(), places.dims());
  }

  private TapeType lookup() {
    TapeType table = tensors.constant(instruction.inputs().get(0)).type();
    TapeType places = input(1);
    if (!(table.rank() == 1 || table.rank() == 2)) {
      throw wrong("table", table, "[N] or [N, w]");
    }
    if (!(places.element() == Element.INT)) {
      throw wrong("places", places, "INT");
    }
    List<Integer> dims = new ArrayList<>(places.dims());
    if (table.rank() == 2) {
      dims.add(table.units());
    }
    return new TapeType(table.element(), places.ofRows(), dims);
  }

  private TapeType bucket() {
    TapeType bounds = tensors.constant(instruction.inputs().get(1)).type();
    if (!(bounds.element() == Element.FLOAT && bounds.rank() == 1)) {
      throw wrong("boundaries", bounds, "[N] FLOAT");
    }
    if (!(input(0).element() != Element.INT)) {
      throw wrong("elements", input(0), "FLOAT or DOUBLE");
    }
    return input(0).with(Element.INT);
  }

  private TapeType pick() {
    int axis = axis(0);
    Constant places = tensors.constant(instruction.inputs().get(1));
    if (!(places.type().element() == Element.INT && places.type().rank() == 1)) {
      throw wrong("places", places.type(), "[N] INT");
    }
    int size = input(0).dims().get(axis);
    for (int place : places.ints()) {
      if (!(place >= 0 && place < size)) {
        throw wrong("place", place, "from 0 to " + (size - 1));
      }
    }
    return input(0).with(axis, places.type().size());
  }

  private TapeType concat() {
    TapeType first = input(0);
    int axis = axis(0);
    int total = 0;
    boolean ofRows = false;
    for (int i = 0; i < instruction.inputs().size(); i++) {
      TapeType next = input(i);
      if (!(next.rank() == first.rank())) {
        throw wrong("shape", next, first);
      }
      int size = next.dims().get(axis);
      if (!(next.element() == first.element()
          && next.dims().equals(first.with(axis, size).dims()))) {
        throw wrong("shape", next, first);
      }
      total = Math.addExact(total, size);
      ofRows |= next.ofRows();
    }
    return new TapeType(first.element(), ofRows, first.with(axis, total).dims());
  }

  private TapeType descend() {
    TapeType x = input(0);
    TapeType at = input(1);
    if (!(x.element() == Element.FLOAT && x.rank() == 1)) {
      throw wrong("row", x, "[n] FLOAT");
    }
    if (!(at.element() == Element.INT && at.rank() == 1)) {
      throw wrong("places", at, "[S] INT");
    }
    int[] columns = tensors.constant(instruction.inputs().get(2)).ints();
    if (!(number(0) >= 0 && number(0) <= columns.length)) {
      throw wrong("steps", number(0), columns.length);
    }
    for (int i = 2; i < 6; i++) {
      Constant table = tensors.constant(instruction.inputs().get(i));
      Element element = i == 3 ? Element.FLOAT : Element.INT;
      if (!table.type().same(new TapeType(element, false, List.of(columns.length)))) {
        throw wrong("table", table.type(), "[%s] %s".formatted(columns.length, element));
      }
      if (i != 3) {
        int end = i == 2 ? x.units() : columns.length;
        for (int place : table.ints()) {
          if (!(place >= 0 && place < end)) {
            throw wrong("place", place, "from 0 to " + (end - 1));
          }
        }
      }
    }
    return new TapeType(Element.INT, x.ofRows() || at.ofRows(), at.dims());
  }
}
