// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.batching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.HostTensor;
import java.time.Duration;
import java.util.ArrayList;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One thread of batches, held by a gate: what comes meanwhile waits and is joined. */
@Timeout(120)
class BatchedModelTest {
  /** A batch waits for more, and in these tests only a full one is let go. */
  private static final Duration FOR_EVER = Duration.ofHours(1);

  private final ExecutorService clients = Executors.newCachedThreadPool();
  private final FakeModel model = FakeModel.affine();
  private final ConcurrentLinkedQueue<String> separated = new ConcurrentLinkedQueue<>();
  private final AtomicReference<Caller> caller = new AtomicReference<>(Caller.PATIENT);
  private BatchScheduler scheduler;

  @AfterEach
  void stop() {
    model.open();
    if (scheduler != null) {
      scheduler.close();
    }
    clients.shutdownNow();
  }

  private BatchedModel batched(
      FakeModel fake, int most, Duration timeout, int queue, Integer... allowed) {
    scheduler =
        new BatchScheduler(
            new BatchingSettings(most, timeout, queue, 1, List.of(allowed)), Thread::new);
    return over(fake);
  }

  private BatchedModel over(FakeModel fake) {
    return new BatchedModel(
        fake,
        scheduler,
        caller::get,
        new BatchListener() {
          @Override
          public void separates(String signature) {
            separated.add(signature);
          }
        });
  }

  private static HostTensor column(float... values) {
    return HostTensor.of(values, values.length, 1);
  }

  private static float[] ask(BatchedModel batched, HostTensor x) {
    return batched.run("s", Map.of("x", x), List.of()).get("y").floats();
  }

  private Future<float[]> send(BatchedModel batched, HostTensor x) {
    return clients.submit(() -> ask(batched, x));
  }

  /** Sends one after the other, each when the one before it waits for its answer. */
  private List<Future<float[]>> queue(BatchedModel batched, HostTensor... requests)
      throws InterruptedException {
    List<Future<float[]>> answers = new ArrayList<>();
    for (HostTensor x : requests) {
      AtomicReference<Thread> sender = new AtomicReference<>();
      Callable<float[]> task =
          () -> {
            sender.set(Thread.currentThread());
            return ask(batched, x);
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

  private static float[] get(Future<float[]> answer) throws Exception {
    return answer.get(60, TimeUnit.SECONDS);
  }

  private static void assertFails(Future<float[]> answer, StatusCode code) {
    assertThatThrownBy(() -> answer.get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOfSatisfying(ServingException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  /** Three joined runs are compared with runs alone; after these the signature is trusted. */
  private void prove(BatchedModel batched, FakeModel fake) throws Exception {
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

  @Test
  void requests_that_wait_become_one_run() throws Exception {
    BatchedModel batched = batched(model, 8, Duration.ZERO, 4);
    prove(batched, model);
    Runnable held = model.shut();
    Future<float[]> first = send(batched, column(10));
    held.run();
    List<Future<float[]>> more = queue(batched, column(1), column(2, 3), column(4));
    model.open();
    assertThat(get(first)).containsExactly(21);
    assertThat(get(more.get(0))).containsExactly(3);
    assertThat(get(more.get(1))).containsExactly(5, 7);
    assertThat(get(more.get(2))).containsExactly(9);
    assertThat(model.runs()).containsExactly(List.of(10f), List.of(1f, 2f, 3f, 4f));
  }

  @Test
  void a_batch_that_waits_for_more_is_let_go_when_it_is_full() throws Exception {
    BatchedModel batched = batched(model, 4, FOR_EVER, 4);
    List<Future<float[]>> answers = queue(batched, column(1), column(2, 3));
    assertThat(model.runs()).isEmpty();
    answers.addAll(queue(batched, column(4)));
    assertThat(get(answers.get(1))).containsExactly(5, 7);
    assertThat(model.runs().get(0)).containsExactly(1f, 2f, 3f, 4f);
  }

  @Test
  void a_batch_that_is_not_full_waits_no_longer_than_it_should() throws Exception {
    BatchedModel batched = batched(model, 4, Duration.ofMillis(1), 4);
    assertThat(get(send(batched, column(1)))).containsExactly(3);
  }

  @Test
  void a_request_that_does_not_fit_begins_the_next_batch() throws Exception {
    BatchedModel batched = batched(model, 4, Duration.ZERO, 4);
    prove(batched, model);
    Runnable held = model.shut();
    Future<float[]> first = send(batched, column(0));
    held.run();
    List<Future<float[]>> more = queue(batched, column(1, 2, 3), column(4, 5), column(6));
    model.open();
    get(first);
    for (Future<float[]> answer : more) {
      get(answer);
    }
    assertThat(model.runs()).containsExactly(List.of(0f), List.of(1f, 2f, 3f), List.of(4f, 5f, 6f));
  }

  @Test
  void the_first_joined_runs_are_compared_with_runs_alone() throws Exception {
    BatchedModel batched = batched(model, 2, FOR_EVER, 4);
    for (int i = 0; i < 4; i++) {
      List<Future<float[]>> answers = queue(batched, column(1), column(2));
      assertThat(get(answers.get(0))).containsExactly(3);
      assertThat(get(answers.get(1))).containsExactly(5);
    }
    List<List<Float>> compared = List.of(List.of(1f, 2f), List.of(1f), List.of(2f));
    List<List<Float>> expected = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      expected.addAll(compared);
    }
    expected.add(List.of(1f, 2f));
    assertThat(model.runs()).isEqualTo(expected);
    assertThat(separated).isEmpty();
  }

  /** Equal rows cannot show whether a mean over the rows is subtracted. */
  @Test
  void rows_that_are_all_the_same_prove_nothing_about_others() throws Exception {
    FakeModel centred =
        new FakeModel(
            x -> {
              float mean = 0;
              for (float v : x.floats()) {
                mean += v / x.elements();
              }
              float m = mean;
              return FakeModel.map(x, v -> v - m);
            });
    BatchedModel batched = batched(centred, 2, FOR_EVER, 4);
    for (int i = 0; i < 5; i++) {
      for (Future<float[]> answer : queue(batched, column(7), column(7))) {
        assertThat(get(answer)).containsExactly(0);
      }
    }
    assertThat(separated).isEmpty();
    for (Future<float[]> answer : queue(batched, column(1), column(3))) {
      assertThat(get(answer)).containsExactly(0);
    }
    ask(batched, HostTensor.of(new float[] {1})); // The thread has done what was before.
    assertThat(separated).containsExactly("s");
    // From now on each is a run of its own, and need not wait for another.
    assertThat(ask(batched, column(5))).containsExactly(0);
  }

  @Test
  void outputs_without_a_row_for_each_are_answered_alone() throws Exception {
    FakeModel sum =
        new FakeModel(
            x -> {
              float total = 0;
              for (float v : x.floats()) {
                total += v;
              }
              return HostTensor.of(new float[] {total});
            });
    BatchedModel batched = batched(sum, 4, FOR_EVER, 4);
    List<Future<float[]>> answers = queue(batched, column(1, 2), column(3, 4));
    assertThat(get(answers.get(0))).containsExactly(3);
    assertThat(get(answers.get(1))).containsExactly(7);
    assertThat(separated).containsExactly("s");
  }

  @Test
  void a_batch_is_filled_up_to_an_allowed_size_and_cut_again() throws Exception {
    BatchedModel batched = batched(model, 8, Duration.ZERO, 4, 4, 8);
    for (int i = 0; i < 3; i++) {
      assertThat(ask(batched, column(1, 2, 3))).containsExactly(3, 5, 7);
    }
    model.forget();
    assertThat(ask(batched, column(1, 2, 3))).containsExactly(3, 5, 7);
    assertThat(ask(batched, column(1, 2, 3, 4, 5))).hasSize(5).contains(11);
    assertThat(ask(batched, column(1, 2, 3, 4))).hasSize(4);
    assertThat(model.runs())
        .containsExactly(
            List.of(1f, 2f, 3f, 3f),
            List.of(1f, 2f, 3f, 4f, 5f, 5f, 5f, 5f),
            List.of(1f, 2f, 3f, 4f));
  }

  @Test
  void a_large_request_is_cut_and_put_together_once_that_is_known_to_be_right() throws Exception {
    BatchedModel batched = batched(model, 2, Duration.ZERO, 4);
    for (int i = 0; i < 3; i++) {
      assertThat(ask(batched, column(1, 2, 3, 4, 5))).containsExactly(3, 5, 7, 9, 11);
    }
    assertThat(model.runs()).contains(List.of(1f, 2f, 3f, 4f, 5f));
    model.forget();
    assertThat(ask(batched, column(1, 2, 3, 4, 5))).containsExactly(3, 5, 7, 9, 11);
    assertThat(model.runs()).containsExactly(List.of(1f, 2f), List.of(3f, 4f), List.of(5f));
  }

  @Test
  void one_bad_request_fails_alone() throws Exception {
    BatchedModel batched = batched(model, 3, FOR_EVER, 4);
    List<Future<float[]>> answers = queue(batched, column(1), column(FakeModel.BAD), column(2));
    assertThat(get(answers.get(0))).containsExactly(3);
    assertFails(answers.get(1), StatusCode.INVALID_ARGUMENT);
    assertThat(get(answers.get(2))).containsExactly(5);
    assertThat(separated).isEmpty();
  }

  @Test
  void other_shapes_and_signatures_and_scalars_are_not_joined() throws Exception {
    BatchedModel batched = batched(model, 8, Duration.ZERO, 8);
    prove(batched, model);
    Runnable held = model.shut();
    Future<float[]> first = send(batched, column(0));
    held.run();
    List<Future<float[]>> more =
        queue(
            batched,
            column(1),
            HostTensor.of(new float[] {2, 3}, 1, 2),
            HostTensor.of(new float[] {4}),
            HostTensor.of(new float[] {}, 0, 1),
            column(5));
    model.open();
    get(first);
    assertThat(get(more.get(1))).containsExactly(5, 7);
    assertThat(get(more.get(2))).containsExactly(9);
    assertThat(get(more.get(3))).isEmpty();
    assertThat(get(more.get(4))).containsExactly(11);
    assertThat(model.runs())
        .containsExactly(
            List.of(0f), List.of(1f, 5f), List.of(2f, 3f), List.of(4f), List.<Float>of());
  }

  @Test
  void a_full_queue_refuses_at_once_and_takes_requests_again_later() throws Exception {
    BatchedModel batched = batched(model, 1, Duration.ZERO, 2);
    Runnable held = model.shut();
    Future<float[]> first = send(batched, column(1));
    held.run();
    List<Future<float[]>> waiting = queue(batched, column(2), column(3));
    assertThatThrownBy(() -> ask(batched, column(4)))
        .isInstanceOfSatisfying(
            ServingException.class, e -> assertThat(e.code()).isEqualTo(StatusCode.UNAVAILABLE))
        .hasMessageContaining("full");
    model.open();
    get(first);
    assertThat(get(waiting.get(1))).containsExactly(7);
    assertThat(ask(batched, column(4))).containsExactly(9);
  }

  @Test
  void who_does_not_wait_any_more_is_not_run() throws Exception {
    BatchedModel batched = batched(model, 8, Duration.ZERO, 4);
    Runnable held = model.shut();
    Future<float[]> first = send(batched, column(1));
    held.run();
    AtomicReference<Optional<ServingException>> gone = new AtomicReference<>(Optional.empty());
    caller.set(gone::get);
    List<Future<float[]>> late = queue(batched, column(2));
    caller.set(Caller.PATIENT);
    List<Future<float[]>> patient = queue(batched, column(3));
    gone.set(Optional.of(new ServingException(StatusCode.DEADLINE_EXCEEDED, "late")));
    model.open();
    get(first);
    assertFails(late.get(0), StatusCode.DEADLINE_EXCEEDED);
    assertThat(get(patient.get(0))).containsExactly(7);
    assertThat(model.runs()).containsExactly(List.of(1f), List.of(3f));
  }

  @Test
  void who_goes_is_let_go_at_once() throws Exception {
    BatchedModel batched = batched(model, 2, FOR_EVER, 4);
    AtomicReference<Runnable> leave = new AtomicReference<>();
    AtomicReference<Optional<ServingException>> gone = new AtomicReference<>(Optional.empty());
    caller.set(
        new Caller() {
          @Override
          public Optional<ServingException> gone() {
            return gone.get();
          }

          @Override
          public void whenGone(Runnable action) {
            leave.set(action);
          }
        });
    Future<float[]> answer = queue(batched, column(1)).get(0);
    gone.set(Optional.of(new ServingException(StatusCode.CANCELLED, "hung up")));
    leave.get().run();
    assertFails(answer, StatusCode.CANCELLED);
    assertThat(model.runs()).isEmpty();
  }

  @Test
  void a_scheduler_in_a_hurry_waits_for_nothing_and_goes_on() throws Exception {
    BatchedModel batched = batched(model, 8, FOR_EVER, 4);
    List<Future<float[]>> waiting = queue(batched, column(1));
    scheduler.hurry();
    assertThat(get(waiting.get(0))).containsExactly(3);
    assertThat(ask(batched, column(2))).containsExactly(5);
  }

  @Test
  void models_take_turns() throws Exception {
    BatchedModel batched = batched(model, 1, Duration.ZERO, 10);
    ConcurrentLinkedQueue<String> order = new ConcurrentLinkedQueue<>();
    BatchedModel busy = over(noting(order, "busy"));
    BatchedModel quiet = over(noting(order, "quiet"));
    Runnable held = model.shut();
    Future<float[]> first = send(batched, column(1));
    held.run();
    List<Future<float[]>> all = queue(busy, column(1), column(2), column(3), column(4), column(5));
    all.addAll(queue(quiet, column(6)));
    model.open();
    get(first);
    for (Future<float[]> answer : all) {
      get(answer);
    }
    assertThat(List.copyOf(order).indexOf("quiet")).isLessThanOrEqualTo(1);
  }

  private static FakeModel noting(ConcurrentLinkedQueue<String> order, String name) {
    return new FakeModel(
        x -> {
          order.add(name);
          return x;
        });
  }

  @Test
  void what_waits_is_still_run_when_the_scheduler_is_closed() throws Exception {
    BatchedModel batched = batched(model, 8, FOR_EVER, 4);
    List<Future<float[]>> waiting = queue(batched, column(1), column(2));
    scheduler.close();
    assertThat(get(waiting.get(0))).containsExactly(3);
    assertThat(get(waiting.get(1))).containsExactly(5);
    assertThatThrownBy(() -> ask(batched, column(3)))
        .isInstanceOfSatisfying(
            ServingException.class, e -> assertThat(e.code()).isEqualTo(StatusCode.UNAVAILABLE));
    batched.close();
    assertThat(model.isClosed()).isTrue();
  }

  @Test
  void a_client_that_is_interrupted_lets_go() throws Exception {
    BatchedModel batched = batched(model, 2, FOR_EVER, 4);
    AtomicReference<StatusCode> code = new AtomicReference<>();
    Thread client =
        new Thread(
            () -> {
              try {
                ask(batched, column(1));
              } catch (ServingException e) {
                code.set(e.code());
              }
            });
    client.start();
    client.interrupt();
    client.join();
    assertThat(code.get()).isEqualTo(StatusCode.UNAVAILABLE);
    assertThat(get(send(batched, column(2)))).containsExactly(5);
    assertThat(model.runs()).containsExactly(List.of(2f));
  }

  @Test
  void warming_runs_every_allowed_size_at_once() {
    BatchedModel batched = batched(model, 4, FOR_EVER, 4, 1, 2, 4);
    Map<String, HostTensor> answer =
        batched.warming().run("s", Map.of("x", column(1, 2)), List.of());
    assertThat(answer.get("y").floats()).containsExactly(3, 5);
    assertThat(model.runs()).containsExactly(List.of(1f, 2f), List.of(1f), List.of(1f, 2f, 2f, 2f));
  }
}
