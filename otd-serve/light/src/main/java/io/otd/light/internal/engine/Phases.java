// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.tape.Instruction;
import io.otd.light.internal.tape.Opcode;
import io.otd.light.internal.tape.Tape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** How often the tensors of a tape are computed, and which of them some outputs need. */
final class Phases {
  /** How often a tensor is computed. */
  enum Phase {
    /** Once. */
    ONCE,
    /** Once for each seed. */
    SEED,
    /** For all rows. */
    ROWS
  }

  private final Phase[] phases;
  private final List<Integer> instructions = new ArrayList<>();

  private Phases(Tape tape) {
    phases = new Phase[tape.tensors()];
    for (int t = 0; t < phases.length; t++) {
      phases[t] = tape.type(t).ofRows() ? Phase.ROWS : Phase.ONCE;
    }
    for (int i = 0; i < tape.instructions().size(); i++) {
      Instruction instruction = tape.instructions().get(i);
      int result = tape.result(i);
      boolean seeded = instruction.opcode() == Opcode.RANDOM;
      for (int input : instruction.inputs()) {
        seeded |= phases[input] == Phase.SEED;
      }
      if (seeded && phases[result] == Phase.ONCE) {
        phases[result] = Phase.SEED;
      }
    }
  }

  static Phases of(Tape tape, int[] outputs) {
    Phases phases = new Phases(tape);
    boolean[] needed = new boolean[tape.tensors()];
    for (int output : outputs) {
      needed[output] = true;
    }
    for (int i = tape.instructions().size() - 1; i >= 0; i--) {
      if (needed[tape.result(i)]) {
        phases.instructions.add(i);
        for (int input : tape.instructions().get(i).inputs()) {
          needed[input] = true;
        }
      }
    }
    Collections.reverse(phases.instructions);
    return phases;
  }

  Phase of(int tensor) {
    return phases[tensor];
  }

  /** The instructions that are needed, in their order. */
  List<Integer> instructions() {
    return instructions;
  }
}
