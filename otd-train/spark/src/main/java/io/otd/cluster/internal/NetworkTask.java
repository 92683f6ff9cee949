// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster.internal;

import io.otd.train.internal.cluster.OrderedFit;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import org.apache.spark.api.java.function.VoidFunction;

/** Carries out an order in an executor. Where the executor is lost, Spark does it in another. */
final class NetworkTask implements VoidFunction<String> {
  private static final long serialVersionUID = 1;

  @Override
  public void call(String order) throws IOException {
    OrderedFit.work(Path.of(order), ExecutorPrograms.shared(), Clock.systemUTC());
  }
}
