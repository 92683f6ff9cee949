// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster.internal;

import io.otd.core.internal.graph.SharedCompilation;

/**
 * The compiled programs of an executor. Its tasks share nothing else that lives longer than they
 * do; networks of one shape would each be compiled again.
 */
public final class ExecutorPrograms {
  static {
    // JavaCPP derives its limit from the Java heap, but tensors lie outside it.
    System.setProperty("org.bytedeco.javacpp.maxphysicalbytes", "0");
  }

  private static final SharedCompilation SHARED = new SharedCompilation();

  private ExecutorPrograms() {}

  /** They live as long as the process. */
  public static SharedCompilation shared() {
    return SHARED;
  }
}
