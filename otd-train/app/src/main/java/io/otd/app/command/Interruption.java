// SPDX-License-Identifier: Apache-2.0
package io.otd.app.command;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ctrl-C and SIGTERM. A command that can stop at a safe point declares it; the interruption then
 * waits for it. All others end at once.
 *
 * @implNote The virtual machine answers these signals by running its shutdown hooks, the only way
 *     without its internal classes; the process ends when the hook lets it.
 */
public final class Interruption {
  /** Exit code of an interrupted command, as shells have it. */
  public static final int EXIT_CODE = 130;

  private static final long MAX_MINUTES = 5;

  private final CountDownLatch requested = new CountDownLatch(1);
  private final AtomicBoolean guarded = new AtomicBoolean();
  private final AtomicInteger exitCode = new AtomicInteger(EXIT_CODE);
  private final CountDownLatch ended = new CountDownLatch(1);

  /** Hears the signals from now on. */
  public void listen() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::onShutdown, "otd-interruption"));
  }

  private void onShutdown() {
    if (ended.getCount() == 0) {
      return; // the usual end of the process
    }
    request();
    if (guarded.get()) {
      await();
    }
    Runtime.getRuntime().halt(exitCode.get());
  }

  private void await() {
    try {
      if (!ended.await(MAX_MINUTES, TimeUnit.MINUTES)) {
        System.err.println("otd: the command did not stop in time; the last checkpoint is kept");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Asks the command to stop. */
  public void request() {
    requested.countDown();
  }

  /** The command will look at {@link #requested} from now on. */
  public void guard() {
    guarded.set(true);
  }

  /** The command that looked at {@link #requested} has ended, and another may begin. */
  public void unguard() {
    guarded.set(false);
  }

  /** Whether the command is to stop. */
  public boolean requested() {
    return requested.getCount() == 0;
  }

  /** Waits until the command is to stop. */
  public void awaitRequest() throws InterruptedException {
    requested.await();
  }

  /** The command has ended, all is written. */
  public void end(int code) {
    exitCode.set(code);
    ended.countDown();
  }
}
