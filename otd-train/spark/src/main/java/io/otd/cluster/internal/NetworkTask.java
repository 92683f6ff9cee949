// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster.internal;

import io.otd.train.internal.cluster.OrderedFit;
import io.otd.train.internal.platform.NativeFlags;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import org.apache.spark.api.java.function.VoidFunction;

/**
 * Carries out an order in an executor. If the executor is lost, Spark runs it on another.
 *
 * @param setFlags whether to set the native flags, if they were not set when the executor started
 */
public record NetworkTask(boolean setFlags) implements VoidFunction<String> {
  /** For executors that are not started for training alone. */
  public static NetworkTask settingFlags() {
    return new NetworkTask(true);
  }

  @Override
  public void call(String order) throws IOException {
    if (setFlags) {
      NativeFlags.set(0);
    }
    OrderedFit.work(Path.of(order), ExecutorPrograms.shared(), Clock.systemUTC());
  }
}
