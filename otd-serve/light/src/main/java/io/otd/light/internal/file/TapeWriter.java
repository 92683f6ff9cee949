// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.file;

import io.otd.light.internal.tape.Constant;
import io.otd.light.internal.tape.Instruction;
import io.otd.light.internal.tape.Tape;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * Writes a program.
 *
 * @param out after what is written before
 */
record TapeWriter(DataOutputStream out) {
  void write(Tape tape) throws IOException {
    out.writeInt(tape.constants().size());
    for (Constant constant : tape.constants()) {
      out.writeByte(constant.type().element().number());
      wholes(constant.type().dims());
      byte[] bytes = new byte[constant.bytes().limit()];
      constant.bytes().duplicate().rewind().get(bytes);
      out.writeInt(bytes.length);
      out.write(bytes);
    }
    out.writeInt(tape.instructions().size());
    for (Instruction instruction : tape.instructions()) {
      out.writeByte(instruction.opcode().number());
      wholes(instruction.inputs());
      wholes(instruction.numbers());
    }
    out.writeInt(tape.outputs().size());
    for (Map.Entry<String, Integer> output : tape.outputs().entrySet()) {
      byte[] name = output.getKey().getBytes(StandardCharsets.UTF_8);
      out.writeInt(name.length);
      out.write(name);
      out.writeInt(output.getValue());
    }
  }

  private void wholes(List<Integer> values) throws IOException {
    out.writeInt(values.size());
    for (int value : values) {
      out.writeInt(value);
    }
  }
}
