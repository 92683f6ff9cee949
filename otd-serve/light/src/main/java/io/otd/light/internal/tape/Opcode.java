// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.tape;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What an instruction computes. The order is that of the file. Tensors of other shapes are
 * broadcast as in NumPy, from the last dimension on; reductions keep their dimension with size 1.
 */
public enum Opcode {
  /** {@code -x}. */
  NEGATE(Kind.UNARY),
  /** {@code |x|}. */
  ABSOLUTE(Kind.UNARY),
  /** The next whole number below. */
  FLOOR(Kind.UNARY),
  /** {@code x^2}. */
  SQUARE(Kind.UNARY),
  /** The square root. */
  ROOT(Kind.UNARY),
  /** {@code e^x}. */
  EXP(Kind.UNARY),
  /** {@code e^x - 1}. */
  EXPM1(Kind.UNARY),
  /** {@code log x}. */
  LOG(Kind.UNARY),
  /** {@code log(1 + x)}. */
  LOG1P(Kind.UNARY),
  /** {@code tanh x}. */
  TANH(Kind.FLOATS),
  /** {@code 1 / (1 + e^-x)}. */
  SIGMOID(Kind.FLOATS),
  /** {@code log(1 + e^x)}. */
  SOFTPLUS(Kind.FLOATS),
  /** {@code max(x, 0)}. */
  RELU(Kind.FLOATS),
  /** {@code x} where positive, else {@code e^x - 1}. */
  ELU(Kind.FLOATS),
  /** The error function. */
  ERF(Kind.FLOATS),
  /** The inverse of the error function. */
  ERFINV(Kind.FLOATS),
  /** {@code x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))}. */
  GELU_TANH(Kind.FLOATS),
  /** {@code x Phi(x)} with the normal distribution function {@code Phi}. */
  GELU_ERF(Kind.FLOATS),
  /** {@code x sigmoid(x)}. */
  SILU(Kind.FLOATS),
  /** Whether x is no number. */
  IS_NAN(Kind.TEST),
  /** Whether x is infinite. */
  IS_INFINITE(Kind.TEST),
  /** Single precision. */
  TO_FLOAT(Kind.CAST),
  /** Double precision. */
  TO_DOUBLE(Kind.CAST),
  /** The whole number towards 0. */
  TO_INT(Kind.CAST),
  /** {@code x + y}. */
  ADD(Kind.BINARY),
  /** {@code x - y}. */
  SUBTRACT(Kind.BINARY),
  /** {@code x y}. */
  MULTIPLY(Kind.BINARY),
  /** {@code x / y}. */
  DIVIDE(Kind.BINARY),
  /** The larger one. */
  MAXIMUM(Kind.BINARY),
  /** The smaller one. */
  MINIMUM(Kind.BINARY),
  /** {@code x^y}. */
  POWER(Kind.BINARY),
  /** Whether {@code x < y}. */
  LESS(Kind.COMPARISON),
  /** Whether {@code x <= y}. */
  LESS_EQUAL(Kind.COMPARISON),
  /** Whether {@code x = y}. */
  EQUAL(Kind.COMPARISON),
  /** Bits of both. */
  AND(Kind.BITS),
  /** Bits of one of both. */
  OR(Kind.BITS),
  /** Bits of only one of both. */
  XOR(Kind.BITS),
  /** Bits moved to the right, the sign kept. */
  SHIFT(Kind.BITS),
  /** The second where the first is not 0, else the third. */
  SELECT(Kind.OTHER),
  /**
   * A layer: the products of a tensor's last dimension with a constant kernel {@code [in, out]},
   * plus a bias {@code [out]}; then a function, a factor and a summand of the same shape. Numbers:
   * which of bias, factor and summand follow the kernel as bits, and the function's opcode or -1.
   */
  AFFINE(Kind.OTHER),
  /** Sums along an axis. */
  SUM(Kind.REDUCTION),
  /** Means along an axis. */
  MEAN(Kind.REDUCTION),
  /** The largest along an axis. */
  LARGEST(Kind.REDUCTION),
  /** Sums up to each element along an axis. */
  CUMULATE(Kind.ALONG),
  /** Values along an axis, descending. */
  SORT(Kind.ALONG),
  /** Places of the values along an axis, that of the largest first; of equal ones the first. */
  ORDER(Kind.ALONG),
  /** Rank of each value along an axis among the sorted ones, which come second, from 0. */
  RANK(Kind.OTHER),
  /** Elements along an axis at places of their own for each fiber. */
  TAKE(Kind.OTHER),
  /** Elements or rows of a constant at places. */
  LOOKUP(Kind.OTHER),
  /** The number of ascending boundaries, a constant, at or below a value. */
  BUCKET(Kind.OTHER),
  /** Another shape. Numbers: the sizes. */
  RESHAPE(Kind.MOVE),
  /** Another order of the dimensions. Numbers: for each the one that it was. */
  TRANSPOSE(Kind.MOVE),
  /** A part. Numbers: the first place along each dimension, then the sizes. */
  SLICE(Kind.MOVE),
  /** Repeated. Numbers: the sizes. */
  BROADCAST(Kind.MOVE),
  /** Constant places along an axis. Numbers: the axis; the places are the second input. */
  PICK(Kind.OTHER),
  /** One after another along an axis. */
  CONCAT(Kind.OTHER),
  /** Random bits of the seed. Numbers: high and low word of what the seed is mixed with, sizes. */
  RANDOM(Kind.OTHER),
  /**
   * Steps down a table of trees. Inputs: the row, the places {@code [S]} where to begin; columns,
   * thresholds, left and right children as constants {@code [N]}. Numbers: how many steps.
   */
  DESCEND(Kind.OTHER);

  /** Rules that opcodes share. */
  enum Kind {
    UNARY,
    FLOATS,
    TEST,
    CAST,
    BINARY,
    COMPARISON,
    BITS,
    REDUCTION,
    ALONG,
    MOVE,
    OTHER
  }

  private static final Set<Kind> ELEMENTWISE =
      EnumSet.of(
          Kind.UNARY, Kind.FLOATS, Kind.TEST, Kind.CAST, Kind.BINARY, Kind.COMPARISON, Kind.BITS);

  private static final List<Opcode> ALL = List.of(values());

  private final Kind kind;

  Opcode(Kind kind) {
    this.kind = kind;
  }

  /** Its number in a file. */
  public int number() {
    return ALL.indexOf(this);
  }

  /** All opcodes, by their numbers. */
  public static List<Opcode> all() {
    return ALL;
  }

  Kind kind() {
    return kind;
  }

  /** Whether each element of the result comes from the same place of the inputs. */
  public boolean elementwise() {
    return ELEMENTWISE.contains(kind) || this == SELECT;
  }

  /** Whether it is a function of one float, which an {@link #AFFINE} may end with. */
  public boolean function() {
    return kind == Kind.UNARY || kind == Kind.FLOATS;
  }

  /** Whether it only moves elements. */
  public boolean moves() {
    return kind == Kind.MOVE || this == PICK || this == CONCAT;
  }
}
