// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.trained.TestModels;
import io.otd.export.TestExports;
import io.otd.serve.grpc.RecordedRequests;
import io.otd.serve.internal.batching.BatchListener;
import io.otd.serve.internal.batching.BatchScheduler;
import io.otd.serve.internal.batching.BatchedModel;
import io.otd.serve.internal.inspection.InspectionLimits;
import io.otd.serve.internal.servable.Servable;
import io.otd.serve.internal.settings.BatchingSettings;
import io.otd.serve.internal.tensor.HostTensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The exported models' own requests, sent by many clients at once and batched: responses equal
 * those of separate requests. Not bit for bit: the order of summation depends on the number of
 * rows.
 */
@Tag("long")
class BatchedExportTest {
  private static final int THREADS = 16;
  private static final int COPIES = 2;
  private static final double ROUNDING = 1e-4;

  private record Recorded(
      String signature, Map<String, HostTensor> inputs, Map<String, HostTensor> alone) {}

  /** Records which signatures were batched, and which must not be. */
  private static final class Seen implements BatchListener {
    final Set<String> joined = ConcurrentHashMap.newKeySet();
    final Set<String> separated = ConcurrentHashMap.newKeySet();

    @Override
    public void runs(String signature, int requests, long rows) {
      if (requests > 1) {
        joined.add(signature);
      }
    }

    @Override
    public void separates(String signature) {
      separated.add(signature);
    }
  }

  /**
   * One with numeric columns and two outputs, one with several members, one with numbers and texts.
   */
  @ParameterizedTest
  @EnumSource(
      value = TestModels.class,
      names = {"TWO_OUTPUTS", "OTD_ENSEMBLE", "MIXED"})
  void batched_rows_of_an_exported_model_do_not_affect_each_other(TestModels fixture)
      throws Exception {
    hammer(fixture.name(), TestExports.version(fixture));
  }

  private static void hammer(String name, Path version) throws Exception {
    Servable servable = Servable.load(version, InspectionLimits.DEFAULT);
    List<Recorded> recorded = recorded(servable, version);
    Seen seen = new Seen();
    BatchingSettings settings = new BatchingSettings(64, 5000, 1000, Optional.of(2), List.of());
    ExecutorService clients = Executors.newFixedThreadPool(THREADS);
    try (BatchScheduler scheduler = new BatchScheduler(settings, Thread::new);
        BatchedModel batched = new BatchedModel(servable, scheduler, seen)) {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        List<Recorded> mine = new ArrayList<>();
        for (Recorded one : recorded) {
          mine.addAll(Collections.nCopies(COPIES, one));
        }
        Collections.shuffle(mine, new Random(t));
        tasks.add(
            () -> {
              mine.forEach(request -> requireAlike(name, request, batched));
              return null;
            });
      }
      for (Future<Void> done : clients.invokeAll(tasks)) {
        done.get(240, TimeUnit.SECONDS);
      }
    } finally {
      clients.shutdownNow();
    }
    assertThat(seen.joined).as(name).contains("serving_default");
    assertThat(seen.separated).as(name).isEmpty();
  }

  private static List<Recorded> recorded(Servable servable, Path version) throws IOException {
    List<Recorded> recorded = new ArrayList<>();
    RecordedRequests.replay(
        (signature, inputs, outputs, caller) -> {
          Map<String, HostTensor> alone = servable.run(signature, inputs, outputs);
          recorded.add(new Recorded(signature, inputs, alone));
          return alone;
        },
        servable.model(),
        version,
        Integer.MAX_VALUE);
    assertThat(recorded).isNotEmpty();
    return recorded;
  }

  private static void requireAlike(String name, Recorded request, BatchedModel batched) {
    SameAnswers.require(
        name,
        request.signature(),
        ROUNDING,
        request.alone(),
        batched.run(request.signature(), request.inputs(), List.of()));
  }
}
