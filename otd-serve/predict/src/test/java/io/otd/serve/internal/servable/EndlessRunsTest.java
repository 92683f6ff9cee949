// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.serve.EndlessModel;
import io.otd.serve.internal.inspection.InspectionLimits;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.HostTensor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A run that would never end ends when its caller goes. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EndlessRunsTest {
  @TempDir Path scratch;

  private static Map<String, HostTensor> run(Servable model, float x, Caller caller) {
    return model.run(
        "serving_default", Map.of("x", HostTensor.of(new float[] {x})), List.of(), caller);
  }

  /** Has a deadline, and waits for the answer nevertheless. */
  private static Caller waiting(Duration time) {
    return new Caller() {
      @Override
      public Optional<ServingException> gone() {
        return Optional.empty();
      }

      @Override
      public Optional<Duration> patience() {
        return Optional.of(time);
      }
    };
  }

  @ParameterizedTest
  @EnumSource
  void a_loop_without_end_ends_when_its_caller_goes(EndlessModel.Loop loop) throws IOException {
    EndlessModel.write(scratch, loop);
    try (Servable model = Servable.load(scratch, InspectionLimits.DEFAULT)) {
      assertThatThrownBy(() -> run(model, 1, waiting(Duration.ofMillis(300))))
          .isInstanceOfSatisfying(
              ServingException.class,
              e -> assertThat(e.code()).isEqualTo(StatusCode.DEADLINE_EXCEEDED))
          .hasMessageContaining("did not end within 0.3 s");
      assertThat(run(model, -1, Caller.PATIENT).get("y").floats()).containsExactly(-1);
    }
  }

  /** Also when the time is up before TensorFlow has prepared the run. */
  @ParameterizedTest
  @EnumSource
  void a_run_that_was_ended_leaves_no_trace_in_others(EndlessModel.Loop loop) throws Exception {
    EndlessModel.write(scratch, loop);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (Servable model = Servable.load(scratch, InspectionLimits.DEFAULT)) {
      List<Future<float[]>> answers = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        Duration time = Duration.ofMillis(i / 4);
        Future<?> unused = threads.submit(() -> run(model, 1, waiting(time)));
        answers.add(threads.submit(() -> run(model, -1, Caller.PATIENT).get("y").floats()));
      }
      for (Future<float[]> answer : answers) {
        assertThat(answer.get()).containsExactly(-1);
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
