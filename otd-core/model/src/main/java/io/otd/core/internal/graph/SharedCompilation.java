// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.tensorflow.ConcreteFunction;

/**
 * Compiled functions that several users share, in turn or at the same time: the folds of a
 * cross-validation run one program. The last few unused functions are kept for the next user. For
 * any number of threads; closed when its users are done.
 */
public final class SharedCompilation implements Compilation, AutoCloseable {
  private static final int MAX_IDLE = 8;

  private final Map<Object, Entry> entries = new HashMap<>();

  /** Unused functions, the one that has been unused longest first. */
  private final Map<Object, Entry> idle = new LinkedHashMap<>();

  private boolean closed;

  private static final class Entry {
    private final LoadedFunction function;
    private int users;

    Entry(LoadedFunction function) {
      this.function = function;
    }
  }

  /** Nothing is compiled yet. */
  public SharedCompilation() {}

  @Override
  public synchronized CompiledFunction function(
      Object key, Supplier<ConcreteFunction> build, Consumer<String> warnings) {
    if (closed) {
      throw new IllegalStateException("shared compilation: closed (expected: open)");
    }
    Entry entry = entries.get(key);
    if (entry == null) {
      try (ConcreteFunction function = build.get()) {
        entry = new Entry(new LoadedFunction(function, true, warnings));
      }
      entries.put(key, entry);
    }
    idle.remove(key);
    entry.users++;
    Entry used = entry;
    return new CompiledFunction(used.function, () -> release(key, used));
  }

  private synchronized void release(Object key, Entry entry) {
    if (--entry.users > 0) {
      return;
    }
    if (closed) {
      entry.function.close();
      return;
    }
    idle.put(key, entry);
    if (idle.size() > MAX_IDLE) {
      Object oldest = idle.keySet().iterator().next();
      idle.remove(oldest);
      entries.remove(oldest).function.close();
    }
  }

  /**
   * Closes unused functions; the others are closed by their last user. Doing so twice is harmless.
   */
  @Override
  public synchronized void close() {
    closed = true;
    idle.values().forEach(entry -> entry.function.close());
    idle.clear();
    entries.clear();
  }
}
