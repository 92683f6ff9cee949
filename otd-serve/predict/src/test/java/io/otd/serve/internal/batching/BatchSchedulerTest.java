// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.batching;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.serve.internal.settings.BatchingSettings;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;

class BatchSchedulerTest {
  /** A worker that was just woken for the request must not end before the request is due. */
  @RepeatedTest(300)
  void a_request_racing_with_close_is_answered_or_refused() throws Exception {
    BatchScheduler scheduler =
        new BatchScheduler(
            new BatchingSettings(8, Integer.MAX_VALUE, 4, Optional.of(1), List.of()), Thread::new);
    BatchedModel batched = new BatchedModel(FakeModel.affine(), scheduler, BatchListener.NONE);
    HostTensor x = HostTensor.of(new float[] {1}, 1, 1);
    FutureTask<float[]> answer =
        new FutureTask<>(() -> batched.run("s", Map.of("x", x), List.of()).get("y").floats());
    Thread client = new Thread(answer);
    client.start();
    while (client.getState() != Thread.State.WAITING && !answer.isDone()) {
      Thread.onSpinWait();
    }
    scheduler.close();
    try {
      assertThat(answer.get(20, TimeUnit.SECONDS)).containsExactly(3);
    } catch (ExecutionException e) { // it arrived a moment too late
      assertThat(e.getCause())
          .isInstanceOf(ServingException.class)
          .hasMessageContaining("stopping");
    }
    batched.close();
  }
}
