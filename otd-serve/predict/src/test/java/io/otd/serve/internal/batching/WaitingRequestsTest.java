// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.batching;

import static io.otd.serve.internal.batching.BatchedClients.FOR_EVER;
import static io.otd.serve.internal.batching.BatchedClients.ask;
import static io.otd.serve.internal.batching.BatchedClients.assertFails;
import static io.otd.serve.internal.batching.BatchedClients.column;
import static io.otd.serve.internal.batching.BatchedClients.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.serve.internal.servable.Caller;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that wait for a run, while a gate holds the only batching thread. */
@Timeout(120)
class WaitingRequestsTest {
  private final BatchedClients clients = new BatchedClients();
  private final FakeModel model = clients.model();

  @AfterEach
  void stop() {
    clients.close();
  }

  @Test
  void a_full_queue_rejects_immediately_and_accepts_requests_again_later() throws Exception {
    BatchedModel batched = clients.batched(model, 1, Duration.ZERO, 2);
    Runnable held = model.shut();
    Future<float[]> first = clients.send(batched, column(1));
    held.run();
    List<Future<float[]>> waiting = clients.queue(batched, column(2), column(3));
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
  void abandoned_requests_are_not_run() throws Exception {
    BatchedModel batched = clients.batched(model, 8, Duration.ZERO, 4);
    Runnable held = model.shut();
    Future<float[]> first = clients.send(batched, column(1));
    held.run();
    AtomicReference<Optional<ServingException>> gone = new AtomicReference<>(Optional.empty());
    clients.as(gone::get);
    List<Future<float[]>> late = clients.queue(batched, column(2));
    clients.as(Caller.PATIENT);
    List<Future<float[]>> patient = clients.queue(batched, column(3));
    gone.set(Optional.of(new ServingException(StatusCode.DEADLINE_EXCEEDED, "late")));
    model.open();
    get(first);
    assertFails(late.get(0), StatusCode.DEADLINE_EXCEEDED);
    assertThat(get(patient.get(0))).containsExactly(7);
    assertThat(model.runs()).containsExactly(List.of(1f), List.of(3f));
  }

  @Test
  void a_cancelled_caller_is_released_immediately() throws Exception {
    BatchedModel batched = clients.batched(model, 2, FOR_EVER, 4);
    AtomicReference<Runnable> leave = new AtomicReference<>();
    AtomicReference<Optional<ServingException>> gone = new AtomicReference<>(Optional.empty());
    clients.as(
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
    Future<float[]> answer = clients.queue(batched, column(1)).get(0);
    gone.set(Optional.of(new ServingException(StatusCode.CANCELLED, "hung up")));
    leave.get().run();
    assertFails(answer, StatusCode.CANCELLED);
    assertThat(model.runs()).isEmpty();
  }

  @Test
  void a_hurried_scheduler_runs_batches_without_waiting() throws Exception {
    BatchedModel batched = clients.batched(model, 8, FOR_EVER, 4);
    List<Future<float[]>> waiting = clients.queue(batched, column(1));
    clients.scheduler().hurry();
    assertThat(get(waiting.get(0))).containsExactly(3);
    assertThat(ask(batched, column(2))).containsExactly(5);
  }

  @Test
  void models_take_turns() throws Exception {
    BatchedModel batched = clients.batched(model, 1, Duration.ZERO, 10);
    ConcurrentLinkedQueue<String> order = new ConcurrentLinkedQueue<>();
    BatchedModel busy = clients.over(noting(order, "busy"));
    BatchedModel quiet = clients.over(noting(order, "quiet"));
    Runnable held = model.shut();
    Future<float[]> first = clients.send(batched, column(1));
    held.run();
    List<Future<float[]>> all =
        clients.queue(busy, column(1), column(2), column(3), column(4), column(5));
    all.addAll(clients.queue(quiet, column(6)));
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
  void waiting_requests_are_still_run_when_the_scheduler_is_closed() throws Exception {
    BatchedModel batched = clients.batched(model, 8, FOR_EVER, 4);
    List<Future<float[]>> waiting = clients.queue(batched, column(1), column(2));
    clients.scheduler().close();
    assertThat(get(waiting.get(0))).containsExactly(3);
    assertThat(get(waiting.get(1))).containsExactly(5);
    assertThatThrownBy(() -> ask(batched, column(3)))
        .isInstanceOfSatisfying(
            ServingException.class, e -> assertThat(e.code()).isEqualTo(StatusCode.UNAVAILABLE));
    batched.close();
    assertThat(model.isClosed()).isTrue();
  }

  @Test
  void an_interrupted_client_abandons_its_request() throws Exception {
    BatchedModel batched = clients.batched(model, 2, FOR_EVER, 4);
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
    assertThat(get(clients.send(batched, column(2)))).containsExactly(5);
    assertThat(model.runs()).containsExactly(List.of(2f));
  }
}
