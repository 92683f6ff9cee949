// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.platform;

import io.otd.core.internal.graph.NativeLibrary;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.nativelibrary.CompiledPrograms;
import io.otd.core.internal.nativelibrary.NativeEnvironment;
import io.otd.core.internal.nativelibrary.NativeLog;

/**
 * Environment variables of the native library. It reads them once, at its first use, so they are
 * set before; what the user has set stays. Nothing is set on Windows: users set them outside.
 */
public final class NativeFlags {
  /** Options of the compiler. */
  public static final String XLA_FLAGS = "XLA_FLAGS";

  /**
   * Number of multiplications in the largest product of a step from which threads inside the
   * product pay off.
   */
  private static final long LARGE_PRODUCT = 200_000_000;

  /**
   * The runtime that has oneDNN's products, without the pass that splits sums into windows: loops
   * over windows are slower. The list of passes is last, so that it can be extended.
   */
  private static final String TRAINING =
      "--xla_cpu_use_thunk_runtime=false --xla_disable_hlo_passes=tree_reduction_rewriter";

  /** Splitting loops for threads that are not used keeps others from being fused. */
  private static final String ONE_THREAD =
      ",cpu-parallel-task-assigner --xla_cpu_multi_thread_eigen=false";

  /** For loops over draws, which are long; without such registers it has no effect. */
  private static final String WIDE_VECTORS = "--xla_cpu_prefer_vector_width=512";

  private NativeFlags() {}

  /**
   * Sets the variables that suit a model, where the user has not.
   *
   * @param largestProduct multiplications in the largest matrix product, see {@link
   *     #largestProduct}; 0 for one core each, for any model
   */
  public static void set(long largestProduct) {
    setIfAbsent(flags(largestProduct));
  }

  static String flags(long largestProduct) {
    return largestProduct < LARGE_PRODUCT ? TRAINING + ONE_THREAD : TRAINING;
  }

  /** Sets the variables that suit a model server, where the user has not. */
  public static void setForServing() {
    setIfAbsent(WIDE_VECTORS);
  }

  private static void setIfAbsent(String flags) {
    NativeLibrary.whileNotLoading(
        () -> {
          NativeEnvironment.ofProcess()
              .ifPresent(
                  environment -> {
                    environment.setIfAbsent(XLA_FLAGS, flags);
                    CompiledPrograms.keepAsConfigured(environment);
                  });
          NativeLog.errorsOnly();
        });
  }

  /**
   * Multiplications of the largest hidden layer.
   *
   * @param draws K
   * @param rows computed at once
   */
  public static long largestProduct(ModelSpec model, long draws, long rows) {
    long widest = model.network().widest();
    return draws * rows * widest * widest;
  }

  /** The options of the compiler in force, as the native library sees them. */
  public static String inForce() {
    String flags =
        NativeEnvironment.ofProcess()
            .map(environment -> environment.get(XLA_FLAGS))
            .orElse(System.getenv(XLA_FLAGS));
    return flags == null ? "" : XLA_FLAGS + "=" + flags;
  }
}
