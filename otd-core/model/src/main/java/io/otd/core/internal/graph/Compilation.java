// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.tensorflow.ConcreteFunction;

/** How functions are run, and whether they are shared. */
public sealed interface Compilation permits Compilation.Alone, SharedCompilation {
  /** Compiled by XLA where that can be had, each function by itself. */
  Alone XLA = Alone.XLA;

  /** Operation by operation. */
  Alone NONE = Alone.NONE;

  /**
   * A function ready to be called.
   *
   * @param key equal for functions that are the same
   * @param build builds the function; not called if it is at hand
   * @param warnings receives one warning if XLA cannot compile
   */
  CompiledFunction function(
      Object key, Supplier<ConcreteFunction> build, Consumer<String> warnings);

  /** Each function has its own session and compiled program. */
  enum Alone implements Compilation {
    /** Compiled by XLA where that can be had. */
    XLA,
    /** Operation by operation. */
    NONE;

    @Override
    public CompiledFunction function(
        Object key, Supplier<ConcreteFunction> build, Consumer<String> warnings) {
      try (ConcreteFunction function = build.get()) {
        return new CompiledFunction(function, this, warnings);
      }
    }
  }
}
