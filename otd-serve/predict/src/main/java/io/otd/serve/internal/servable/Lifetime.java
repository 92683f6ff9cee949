// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import java.util.Optional;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * The lifetime of a shared resource: it is usable until it is closed, which waits for its users.
 */
public final class Lifetime {
  private final String what;
  private final ReadWriteLock use = new ReentrantReadWriteLock();
  private boolean ended;

  /**
   * Not ended yet.
   *
   * @param what is used, for the error
   */
  public Lifetime(String what) {
    this.what = what;
  }

  /**
   * Uses it.
   *
   * @throws IllegalStateException if it has ended
   */
  public <T> T during(Supplier<T> work) {
    return unlessEnded(work).orElseThrow(() -> new IllegalStateException(what + ": closed"));
  }

  /** Uses it, unless it has ended. */
  public <T> Optional<T> unlessEnded(Supplier<T> work) {
    use.readLock().lock();
    try {
      return ended ? Optional.empty() : Optional.of(work.get());
    } finally {
      use.readLock().unlock();
    }
  }

  /** Ends it when it is no longer in use; calling it twice is harmless. */
  public void end(Runnable release) {
    use.writeLock().lock();
    try {
      if (!ended) {
        ended = true;
        release.run();
      }
    } finally {
      use.writeLock().unlock();
    }
  }
}
