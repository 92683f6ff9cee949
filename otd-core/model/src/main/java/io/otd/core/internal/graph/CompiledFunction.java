// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import java.util.Map;
import java.util.function.Consumer;
import org.tensorflow.ConcreteFunction;
import org.tensorflow.Tensor;

/**
 * A function that XLA compiles at its first call, or someone's share of one. If XLA cannot compile
 * it, the same function runs operation by operation, after one warning. Any number of threads may
 * call it; it is closed after their calls.
 */
public final class CompiledFunction implements AutoCloseable {
  private final LoadedFunction loaded;
  private final Runnable release;
  private boolean closed;

  /**
   * Takes over a function; the caller may close it afterwards.
   *
   * @param compilation whether to request XLA
   * @param warnings receives one warning if XLA cannot compile
   */
  public CompiledFunction(
      ConcreteFunction function, Compilation.Alone compilation, Consumer<String> warnings) {
    this.loaded = new LoadedFunction(function, compilation == Compilation.Alone.XLA, warnings);
    this.release = loaded::close;
  }

  /**
   * A share of a function.
   *
   * @param release runs when the share is released
   */
  CompiledFunction(LoadedFunction loaded, Runnable release) {
    this.loaded = loaded;
    this.release = release;
  }

  /**
   * Calls the function.
   *
   * @param inputs one tensor an argument, by its name; the caller keeps them
   * @return the outputs; the caller closes them
   * @throws IllegalArgumentException if the names are not those of the arguments
   */
  public FunctionResult call(Map<String, ? extends Tensor> inputs) {
    return open().call(inputs);
  }

  /**
   * Whether XLA really took the function: calls it with tracing on and looks whether any operation
   * of its body was run by itself.
   *
   * @param inputs as for {@link #call}
   */
  public boolean runsCompiled(Map<String, ? extends Tensor> inputs) {
    return open().runsCompiled(inputs);
  }

  private LoadedFunction open() {
    if (closed) {
      throw new IllegalStateException("function: closed (expected: open)");
    }
    return loaded;
  }

  /** Doing so twice is harmless. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      release.run();
    }
  }
}
