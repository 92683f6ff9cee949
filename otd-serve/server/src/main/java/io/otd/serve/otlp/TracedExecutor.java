// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.otlp;

import com.linecorp.armeria.common.ContextHolder;
import java.util.concurrent.Executor;

/** Shows how long a request waits for a thread. */
final class TracedExecutor implements Executor {
  private final Executor executor;

  /**
   * Watches an executor.
   *
   * @param executor is given tasks that know their request
   */
  TracedExecutor(Executor executor) {
    this.executor = executor;
  }

  @Override
  public void execute(Runnable task) {
    TracedRequest request =
        task instanceof ContextHolder holder ? TracedRequest.of(holder.context()) : null;
    if (request == null) {
      executor.execute(task);
      return;
    }
    long queued = System.nanoTime();
    executor.execute(
        () -> {
          request.taken(queued, System.nanoTime());
          try {
            task.run();
          } finally {
            request.done(System.nanoTime());
          }
        });
  }
}
