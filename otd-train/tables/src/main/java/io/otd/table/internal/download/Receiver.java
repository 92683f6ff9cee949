// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.download;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Streams the body of an answer; the body of an error response is kept. */
final class Receiver implements BodyHandler<byte[]> {
  private final OutputStream target;
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong expected = new AtomicLong(-1);

  Receiver(OutputStream target) {
    this.target = target;
  }

  /** Received so far. */
  long bytes() {
    return bytes.get();
  }

  /** The size announced by the server, or -1. */
  long expected() {
    return expected.get();
  }

  @Override
  public BodySubscriber<byte[]> apply(ResponseInfo info) {
    if (info.statusCode() != 200) {
      return BodySubscribers.ofByteArray();
    }
    expected.set(info.headers().firstValueAsLong("content-length").orElse(-1));
    return BodySubscribers.mapping(
        BodySubscribers.ofByteArrayConsumer(this::take), nothing -> new byte[0]);
  }

  private void take(Optional<byte[]> part) {
    try {
      target.write(part.orElse(new byte[0]));
      bytes.addAndGet(part.map(p -> p.length).orElse(0));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
