// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.savedmodel;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Bytes of protocol buffers, with the entries of maps in the order of their keys. */
public final class StableBytes {
  private StableBytes() {}

  /** The bytes of a message. */
  public static byte[] of(MessageLite message) {
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
