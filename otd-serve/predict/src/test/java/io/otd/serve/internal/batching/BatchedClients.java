// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.batching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.serve.internal.servable.Caller;
import io.otd.serve.internal.settings.BatchingSettings;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.HostTensor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Clients of models whose requests are batched by one batching thread. */
final class BatchedClients implements AutoCloseable {
  /** A batch waits for more requests; in these tests only a full one runs. */
  static final Duration FOR_EVER = Duration.ofMinutes(30);

  private final ExecutorService clients = Executors.newCachedThreadPool();
  private final FakeModel model = FakeModel.affine();
  private final ConcurrentLinkedQueue<String> separated = new ConcurrentLinkedQueue<>();
  private final AtomicReference<Caller> caller = new AtomicReference<>(Caller.PATIENT);
  private BatchScheduler scheduler;

  FakeModel model() {
    return model;
  }

  BatchScheduler scheduler() {
    return scheduler;
  }

  /** The signatures whose requests are no longer batched. */
  Collection<String> separated() {
    return separated;
  }

  /** The client that sends from now on. */
  void as(Caller sender) {
    caller.set(sender);
  }

  @Override
  public void close() {
    model.open();
    if (scheduler != null) {
      scheduler.close();
    }
    clients.shutdownNow();
  }

  BatchedModel batched(FakeModel fake, int most, Duration timeout, int queue, Integer... allowed) {
    scheduler =
        new BatchScheduler(
            new BatchingSettings(
                most, (int) (timeout.toNanos() / 1000), queue, Optional.of(1), List.of(allowed)),
            Thread::new);
    return over(fake);
  }

  BatchedModel over(FakeModel fake) {
    return new BatchedModel(
        fake,
        scheduler,
        new BatchListener() {
          @Override
          public void separates(String signature) {
            separated.add(signature);
          }
        });
  }

  static HostTensor column(float... values) {
    return HostTensor.of(values, values.length, 1);
  }

  static float[] ask(BatchedModel batched, HostTensor x) {
    return ask(batched, x, Caller.PATIENT);
  }

  private static float[] ask(BatchedModel batched, HostTensor x, Caller caller) {
    return batched.run("s", Map.of("x", x), List.of(), caller).get("y").floats();
  }

  Future<float[]> send(BatchedModel batched, HostTensor x) {
    Caller sender = caller.get();
    return clients.submit(() -> ask(batched, x, sender));
  }

  /** Sends one request after another, each as soon as the previous one waits for its response. */
  List<Future<float[]>> queue(BatchedModel batched, HostTensor... requests)
      throws InterruptedException {
    List<Future<float[]>> answers = new ArrayList<>();
    Caller client = caller.get();
    for (HostTensor x : requests) {
      AtomicReference<Thread> sender = new AtomicReference<>();
      Callable<float[]> task =
          () -> {
            sender.set(Thread.currentThread());
            return ask(batched, x, client);
          };
      Future<float[]> answer = clients.submit(task);
      answers.add(answer);
      while (!answer.isDone()
          && (sender.get() == null || sender.get().getState() != Thread.State.WAITING)) {
        Thread.onSpinWait();
      }
    }
    return answers;
  }

  static float[] get(Future<float[]> answer) throws Exception {
    return answer.get(60, TimeUnit.SECONDS);
  }

  static void assertFails(Future<float[]> answer, StatusCode code) {
    assertThatThrownBy(() -> answer.get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOfSatisfying(ServingException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  /** Three batched runs are compared with separate runs; after these the signature is trusted. */
  void prove(BatchedModel batched, FakeModel fake) throws Exception {
    for (int i = 0; i < 3; i++) {
      Runnable held = fake.shut();
      Future<float[]> first = send(batched, column(-1));
      held.run();
      List<Future<float[]>> more = queue(batched, column(1), column(2));
      fake.open();
      get(first);
      for (Future<float[]> answer : more) {
        get(answer);
      }
    }
    fake.forget();
  }
}
