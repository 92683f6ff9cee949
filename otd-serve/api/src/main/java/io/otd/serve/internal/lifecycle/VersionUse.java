// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.lifecycle;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The right to use a version: it stays loaded until every use is closed.
 *
 * @param <M> what is loaded
 */
public final class VersionUse<M> implements AutoCloseable {
  private final ModelVersion<M> version;
  private final M loaded;
  private final AtomicBoolean closed = new AtomicBoolean();

  VersionUse(ModelVersion<M> version, M loaded) {
    this.version = version;
    this.loaded = loaded;
  }

  /** The version. */
  public ModelVersion<M> version() {
    return version;
  }

  /** The loaded version. */
  public M loaded() {
    return loaded;
  }

  /** Releases the use; calling it twice is harmless. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      version.release();
    }
  }
}
