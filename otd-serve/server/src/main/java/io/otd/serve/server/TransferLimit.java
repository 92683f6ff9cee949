// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Ends a transfer that exceeds a time limit plus a second for each MiB transferred. */
final class TransferLimit implements Runnable {
  private static final long MEBIBYTE = 1 << 20;

  private final EventLoop loop;
  private final LongSupplier bytes;
  private final CompletableFuture<?> done;
  private final Runnable end;
  private final long before;
  private long granted;

  private TransferLimit(
      EventLoop loop, LongSupplier bytes, CompletableFuture<?> done, Runnable end) {
    this.loop = loop;
    this.bytes = bytes;
    this.before = bytes.getAsLong();
    this.done = done;
    this.end = end;
  }

  /**
   * Starts to count.
   *
   * @param patience time limit without bytes
   * @param bytes that the connection has carried
   * @param done when it is over
   * @param end what to do if it is not in time
   */
  static void start(
      Duration patience,
      EventLoop loop,
      LongSupplier bytes,
      CompletableFuture<?> done,
      Runnable end) {
    if (!done.isDone()) {
      new TransferLimit(loop, bytes, done, end).await(patience.toNanos());
    }
  }

  private void await(long nanos) {
    Future<?> run = loop.schedule(this, nanos, TimeUnit.NANOSECONDS);
    // The scheduled task refers to the request, so it is cancelled when the request ends.
    CompletableFuture<?> unused = done.whenComplete((any, failure) -> run.cancel(false));
  }

  @Override
  public void run() {
    if (done.isDone()) {
      return;
    }
    long more = TimeUnit.SECONDS.toNanos((bytes.getAsLong() - before) / MEBIBYTE) - granted;
    if (more > 0) {
      granted += more;
      await(more);
    } else {
      end.run();
    }
  }
}
