// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.file;

import io.otd.light.internal.tape.Constant;
import io.otd.light.internal.tape.Element;
import io.otd.light.internal.tape.Instruction;
import io.otd.light.internal.tape.Opcode;
import io.otd.light.internal.tape.Tape;
import io.otd.light.internal.tape.TapeType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads what {@link TapeWriter} writes. The program checks its instructions.
 *
 * @param in from the first constant on
 */
record TapeReader(BoundedBytes in) {
  Tape tape(int inputs) {
    List<Constant> constants = new ArrayList<>();
    for (int left = in.count("constants", 1); left > 0; left--) {
      constants.add(constant());
    }
    List<Instruction> instructions = new ArrayList<>();
    for (int left = in.count("instructions", 1); left > 0; left--) {
      instructions.add(instruction());
    }
    Map<String, Integer> outputs = new LinkedHashMap<>();
    for (int left = in.count("outputs", 1); left > 0; left--) {
      outputs.put(in.text("name of an output"), in.whole("tensor of an output"));
    }
    return new Tape(inputs, constants, instructions, outputs);
  }

  private Constant constant() {
    Element element = Element.all().get(in.choice("elements", Element.all().size()));
    TapeType type = new TapeType(element, false, in.wholes("shape of a constant"));
    return new Constant(type, in.bytes("constant", (long) type.size() * element.bytes()));
  }

  private Instruction instruction() {
    Opcode opcode = Opcode.all().get(in.choice("opcode", Opcode.all().size()));
    return new Instruction(
        opcode, in.wholes("inputs of an instruction"), in.wholes("numbers of an instruction"));
  }
}
