// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.tensorflow.ConcreteFunction;

/**
 * Makes functions ready to be called.
 *
 * @param compilation how they are run, and whether they are shared
 * @param warnings receives a warning if XLA cannot compile
 */
public record Compiler(Compilation compilation, Consumer<String> warnings) {
  /**
   * A function ready to be called.
   *
   * @param key equal for functions that are the same
   * @param build builds the function; not called if it is at hand
   */
  public CompiledFunction function(Object key, Supplier<ConcreteFunction> build) {
    return compilation.function(key, build, warnings);
  }
}
