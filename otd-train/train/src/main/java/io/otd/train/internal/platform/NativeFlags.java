// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.platform;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import io.otd.core.internal.graph.NativeLibrary;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.nativelog.NativeLog;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Environment variables of the native library. It reads them once, at its first use, so they are
 * set before; what the user has set stays.
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

  /**
   * A system property: the directory in which compiled programs are kept for later processes. It is
   * for these alone, and need not exist; empty, none are kept. A user's own {@code TF_XLA_FLAGS}
   * takes precedence.
   */
  public static final String PROGRAMS = "otd.programs";

  /** Options of TensorFlow's use of the compiler. */
  private static final String TF_XLA_FLAGS = "TF_XLA_FLAGS";

  private static final long MAX_BYTES_OF_PROGRAMS = 512L << 20;

  private NativeFlags() {}

  private interface CLibrary extends Library {
    int setenv(String name, String value, int overwrite);

    String getenv(String name);
  }

  /**
   * Sets the variables that suit a model, where the user has not.
   *
   * @param largestProduct multiplications in the largest matrix product, see {@link
   *     #largestProduct}; 0 for one core each, for any model
   */
  public static void set(long largestProduct) {
    if (Platform.isWindows()) {
      return; // no setenv; the variables can be set outside
    }
    String flags = largestProduct < LARGE_PRODUCT ? TRAINING + ONE_THREAD : TRAINING;
    setIfAbsent(flags);
  }

  /** Sets the variables that suit a model server, where the user has not. */
  public static void setForServing() {
    if (!Platform.isWindows()) {
      setIfAbsent(WIDE_VECTORS);
    }
  }

  private static void setIfAbsent(String flags) {
    NativeLibrary.whileNotLoading(
        () -> {
          library().ifPresent(c -> setIfAbsent(c, flags));
          NativeLog.errorsOnly();
        });
  }

  private static void setIfAbsent(CLibrary c, String flags) {
    c.setenv(XLA_FLAGS, flags, 0);
    Optional.ofNullable(System.getProperty(PROGRAMS))
        .filter(directory -> !directory.isBlank())
        .map(directory -> new CompiledPrograms(Path.of(directory), MAX_BYTES_OF_PROGRAMS))
        .flatMap(programs -> programs.flags(c.getenv(XLA_FLAGS)))
        .ifPresent(value -> c.setenv(TF_XLA_FLAGS, value, 0));
  }

  /** None where a library cannot be unpacked or loaded: training is slower then, but works. */
  private static Optional<CLibrary> library() {
    try {
      return Optional.of(Native.load(CLibrary.class));
    } catch (LinkageError e) {
      return Optional.empty();
    }
  }

  /**
   * Multiplications of the largest hidden layer.
   *
   * @param model the network
   * @param draws K
   * @param rows computed at once
   */
  public static long largestProduct(ModelSpec model, long draws, long rows) {
    long widest = model.network().hidden().stream().max(Integer::compare).orElse(1);
    return draws * rows * widest * widest;
  }

  /** The options of the compiler in force, as the native library sees them. */
  public static String inForce() {
    Optional<CLibrary> library = Platform.isWindows() ? Optional.empty() : library();
    String flags = library.isPresent() ? library.get().getenv(XLA_FLAGS) : System.getenv(XLA_FLAGS);
    return flags == null ? "" : XLA_FLAGS + "=" + flags;
  }
}
