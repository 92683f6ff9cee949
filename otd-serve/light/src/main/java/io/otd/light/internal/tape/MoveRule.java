// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.tape;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The types of what an instruction moves.
 *
 * @param rule of the instruction
 */
record MoveRule(TypeRule rule) {
  TapeType result() {
    TapeType x = rule.input(0);
    List<Integer> numbers = rule.instruction().numbers();
    return switch (rule.instruction().opcode()) {
      case RESHAPE -> reshaped(x, numbers);
      case TRANSPOSE -> transposed(x, numbers);
      case SLICE -> sliced(x, numbers);
      default -> broadcast(x, numbers);
    };
  }

  private TapeType reshaped(TapeType x, List<Integer> dims) {
    TapeType result = x.with(dims);
    if (!(result.size() == x.size())) {
      throw rule.wrong("shape", dims, "as many elements as " + x.dims());
    }
    return result;
  }

  private TapeType transposed(TapeType x, List<Integer> order) {
    List<Integer> sorted = new ArrayList<>(order);
    Collections.sort(sorted);
    if (!sorted.equals(IntStream.range(0, x.rank()).boxed().toList())) {
      throw rule.wrong("order", order, x.dims());
    }
    return x.with(order.stream().map(x.dims()::get).toList());
  }

  private TapeType sliced(TapeType x, List<Integer> numbers) {
    int rank = x.rank();
    if (!(numbers.size() == 2 * rank)) {
      throw rule.wrong("numbers", numbers, "two for each of " + x.dims());
    }
    for (int d = 0; d < rank; d++) {
      long end = (long) numbers.get(d) + numbers.get(rank + d);
      if (!(numbers.get(d) >= 0 && end <= x.dims().get(d))) {
        throw rule.wrong("part", numbers, "inside " + x.dims());
      }
    }
    return x.with(numbers.subList(rank, 2 * rank));
  }

  private TapeType broadcast(TapeType x, List<Integer> dims) {
    int more = dims.size() - x.rank();
    if (!(more >= 0)) {
      throw rule.wrong("shape", dims, "at least that of " + x.dims());
    }
    for (int d = 0; d < x.rank(); d++) {
      int from = x.dims().get(d);
      if (!(from == 1 || from == dims.get(more + d))) {
        throw rule.wrong("shape", dims, "one for " + x.dims());
      }
    }
    return x.with(dims);
  }
}
