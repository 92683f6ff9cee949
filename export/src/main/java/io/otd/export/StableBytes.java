// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Protocol buffers whose maps are written in the order of their keys, not in that of a hash. */
final class StableBytes {
  private StableBytes() {}

  static byte[] of(MessageLite message) {
    byte[] bytes = new byte[message.getSerializedSize()];
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.useDeterministicSerialization();
    try {
      message.writeTo(out);
      out.checkNoSpaceLeft();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes;
  }
}
