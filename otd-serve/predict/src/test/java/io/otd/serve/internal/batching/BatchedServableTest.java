// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.batching;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.serve.ConformancePack;
import io.otd.serve.internal.inspection.InspectionLimits;
import io.otd.serve.internal.servable.Servable;
import io.otd.serve.internal.servable.SignatureRunner;
import io.otd.serve.internal.settings.BatchingSettings;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many threads at once, against a model with signatures of all kinds. */
class BatchedServableTest {
  private static final int THREADS = 64;
  private static final int REQUESTS = 25;

  private record Request(String signature, Map<String, HostTensor> inputs) {
    static Request random(Random random) {
      int n = 1 + random.nextInt(9);
      return switch (random.nextInt(9)) {
        case 0 -> new Request("serving_default", Map.of("x", floats(random, n, 2)));
        case 1 -> new Request("add", Map.of("a", floats(random, n), "b", floats(random, n)));
        case 2 -> new Request("stats", Map.of("x", floats(random, n, 2)));
        case 3 -> new Request("scalar_out", Map.of("x", floats(random, n)));
        case 4 -> new Request("uneven_out", Map.of("x", floats(random, n)));
        case 5 -> new Request("echo_string", Map.of("in", strings(random, n)));
        case 6 -> new Request("mixed", mixed(random, n));
        case 7 -> new Request("matmul", Map.of("x", floats(random, n, 2 + random.nextInt(2))));
        default -> new Request("reciprocal", Map.of("x", floats(random, n)));
      };
    }

    private static HostTensor floats(Random random, long... shape) {
      float[] values = new float[(int) HostTensor.elements(shape)];
      for (int i = 0; i < values.length; i++) {
        values[i] = random.nextInt(20) == 0 ? 0 : random.nextFloat();
      }
      return HostTensor.of(values, shape);
    }

    private static HostTensor strings(Random random, int n) {
      byte[][] strings = new byte[n][];
      for (int i = 0; i < n; i++) {
        strings[i] = "s%d".formatted(random.nextInt()).getBytes(StandardCharsets.UTF_8);
      }
      return HostTensor.ofStrings(new long[] {n}, strings);
    }

    private static Map<String, HostTensor> mixed(Random random, int n) {
      return Map.of(
          "i", bytes(ElementType.INT32, random, n, 3),
          "s", strings(random, n),
          "f", floats(random, n, 2),
          "d", bytes(ElementType.DOUBLE, random, n),
          "b", HostTensor.of(ElementType.BOOL, new long[] {n, 1}, ByteBuffer.wrap(new byte[n])));
    }

    private static HostTensor bytes(ElementType type, Random random, long... shape) {
      byte[] bytes = new byte[(int) HostTensor.elements(shape) * type.bytes()];
      random.nextBytes(bytes);
      return HostTensor.of(type, shape, ByteBuffer.wrap(bytes));
    }

    /** The response bit for bit, or its failure. */
    String answer(SignatureRunner runner) {
      try {
        StringBuilder text = new StringBuilder();
        runner.run(signature, inputs, List.of()).forEach((name, t) -> append(text, name, t));
        return text.toString();
      } catch (ServingException e) {
        return e.code() + " " + e.getMessage();
      }
    }

    private static void append(StringBuilder text, String name, HostTensor tensor) {
      text.append(name).append(tensor);
      for (int i = 0; i < tensor.elements() && tensor.type() == ElementType.STRING; i++) {
        text.append(new String(tensor.string(i), StandardCharsets.UTF_8)).append(',');
      }
      ByteBuffer bytes = tensor.bytes();
      while (bytes.hasRemaining()) {
        text.append(bytes.get()).append(' ');
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void batched_results_are_bit_identical_to_unbatched_ones(boolean filled) throws Exception {
    AtomicInteger joined = new AtomicInteger();
    BatchListener listener =
        new BatchListener() {
          @Override
          public void runs(String signature, int requests, long rows) {
            joined.addAndGet(requests > 1 ? 1 : 0);
          }
        };
    BatchingSettings settings =
        new BatchingSettings(
            16, 2000, 1000, Optional.of(2), filled ? List.of(4, 8, 16) : List.of());
    ExecutorService clients = Executors.newFixedThreadPool(THREADS);
    try (BatchScheduler scheduler = new BatchScheduler(settings, Thread::new);
        Servable alone = load();
        BatchedModel batched = new BatchedModel(load(), scheduler, listener)) {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        Random random = new Random(t);
        tasks.add(
            () -> {
              for (int i = 0; i < REQUESTS; i++) {
                Request request = Request.random(random);
                assertThat(request.answer(batched))
                    .as("%s", request)
                    .isEqualTo(request.answer(alone));
              }
              return null;
            });
      }
      for (Future<Void> done : clients.invokeAll(tasks)) {
        done.get(120, TimeUnit.SECONDS);
      }
      assertThat(joined.get()).as("runs that answered several requests").isPositive();
    } finally {
      clients.shutdownNow();
    }
  }

  private static Servable load() throws IOException {
    return Servable.load(ConformancePack.model("echo", "1"), InspectionLimits.DEFAULT);
  }

  @Test
  void error_messages_are_the_same_as_without_batching() throws IOException {
    BatchingSettings settings = BatchingSettings.DEFAULT;
    try (BatchScheduler scheduler = new BatchScheduler(settings, Thread::new);
        Servable alone = load();
        BatchedModel batched = new BatchedModel(load(), scheduler, BatchListener.NONE)) {
      for (Request request :
          List.of(
              new Request("nothing", Map.of()),
              new Request("add", Map.of("c", HostTensor.of(new float[] {1}, 1))),
              new Request("matmul", Map.of("x", HostTensor.of(new float[] {1}, 1, 1))))) {
        assertThat(request.answer(batched))
            .isEqualTo(request.answer(alone))
            .doesNotStartWith(StatusCode.INTERNAL.name());
      }
    }
  }
}
