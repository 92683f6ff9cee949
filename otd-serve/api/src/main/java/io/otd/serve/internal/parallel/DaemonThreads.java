// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.parallel;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes threads that do not keep a process alive, named and numbered. */
public final class DaemonThreads implements ThreadFactory {
  private final String name;
  private final AtomicInteger number = new AtomicInteger();

  /** Threads of one kind. */
  public DaemonThreads(String name) {
    this.name = name;
  }

  @Override
  public Thread newThread(Runnable task) {
    Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }
}
