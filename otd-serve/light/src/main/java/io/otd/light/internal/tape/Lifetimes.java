// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.tape;

import java.util.Arrays;

/** How long the results of a tape are needed: until they are read for the last time. */
final class Lifetimes {
  private final Tape tape;
  private final int[] lastReader;

  Lifetimes(Tape tape) {
    this.tape = tape;
    lastReader = new int[tape.tensors()];
    Arrays.fill(lastReader, -1);
    for (int i = 0; i < tape.instructions().size(); i++) {
      for (int input : tape.instructions().get(i).inputs()) {
        lastReader[input] = i;
      }
    }
  }

  /** The largest number of elements that are needed at the same time. */
  long mostAlive() {
    long alive = 0;
    long most = 0;
    for (int i = 0; i < tape.instructions().size(); i++) {
      alive += tape.type(tape.result(i)).size();
      most = Math.max(most, alive);
      for (int input : tape.instructions().get(i).inputs()) {
        if (lastReader[input] == i && !tape.isConstant(input) && input != Tape.ROWS) {
          alive -= tape.type(input).size();
          // An instruction may read a tensor twice.
          lastReader[input] = -1;
        }
      }
    }
    return most;
  }
}
