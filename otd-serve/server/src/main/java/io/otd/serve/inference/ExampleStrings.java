// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.inference;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.List;

/** Examples as a graph parses them: serialised, each with the context in front. */
public final class ExampleStrings {
  /** A context occurs once in a request, but in memory once for each example. */
  private static final long MAX_BYTES = 1L << 28;

  private ExampleStrings() {}

  /**
   * Prepends the context to each: concatenated messages form one message, in which the later field
   * wins.
   *
   * @param context a serialised {@code tf.Example}; empty for none
   * @param examples likewise
   * @return strings {@code [n]}
   * @throws ServingException RESOURCE_EXHAUSTED, if they are too long together
   */
  public static HostTensor of(byte[] context, List<byte[]> examples) {
    long bytes = (long) context.length * examples.size();
    if (bytes > MAX_BYTES) {
      throw new ServingException(
          StatusCode.RESOURCE_EXHAUSTED,
          "a context of %s bytes for %s examples (expected: at most %s bytes together)"
              .formatted(context.length, examples.size(), MAX_BYTES));
    }
    byte[][] strings = new byte[examples.size()][];
    for (int i = 0; i < strings.length; i++) {
      strings[i] = joined(context, examples.get(i));
    }
    return HostTensor.ofStrings(new long[] {strings.length}, strings);
  }

  private static byte[] joined(byte[] context, byte[] example) {
    byte[] both = new byte[context.length + example.length];
    System.arraycopy(context, 0, both, 0, context.length);
    System.arraycopy(example, 0, both, context.length, example.length);
    return both;
  }
}
