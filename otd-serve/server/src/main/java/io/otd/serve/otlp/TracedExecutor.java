// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.otlp;

import com.linecorp.armeria.common.ContextHolder;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Shows how long a request waits for a thread.
 *
 * @param executor is given tasks that know their request
 * @param nanos the time, as {@link System#nanoTime} gives it
 */
record TracedExecutor(Executor executor, LongSupplier nanos) implements Executor {
  @Override
  public void execute(Runnable task) {
    TracedRequest request =
        task instanceof ContextHolder holder ? TracedRequest.of(holder.context()) : null;
    if (request == null) {
      executor.execute(task);
      return;
    }
    long queued = nanos.getAsLong();
    executor.execute(
        () -> {
          request.taken(queued, nanos.getAsLong());
          try {
            task.run();
          } finally {
            request.done(nanos.getAsLong());
          }
        });
  }
}
