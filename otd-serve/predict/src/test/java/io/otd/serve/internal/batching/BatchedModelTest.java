// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.batching;

import static io.otd.serve.internal.batching.BatchedClients.FOR_EVER;
import static io.otd.serve.internal.batching.BatchedClients.ask;
import static io.otd.serve.internal.batching.BatchedClients.assertFails;
import static io.otd.serve.internal.batching.BatchedClients.column;
import static io.otd.serve.internal.batching.BatchedClients.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.HostTensor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that are batched and split by one batching thread, which a gate holds. */
@Timeout(120)
class BatchedModelTest {
  private final BatchedClients clients = new BatchedClients();
  private final FakeModel model = clients.model();

  @AfterEach
  void stop() {
    clients.close();
  }

  @Test
  void waiting_requests_are_merged_into_one_run() throws Exception {
    BatchedModel batched = clients.batched(model, 8, Duration.ZERO, 4);
    clients.prove(batched, model);
    Runnable held = model.shut();
    Future<float[]> first = clients.send(batched, column(10));
    held.run();
    List<Future<float[]>> more = clients.queue(batched, column(1), column(2, 3), column(4));
    model.open();
    assertThat(get(first)).containsExactly(21);
    assertThat(get(more.get(0))).containsExactly(3);
    assertThat(get(more.get(1))).containsExactly(5, 7);
    assertThat(get(more.get(2))).containsExactly(9);
    assertThat(model.runs()).containsExactly(List.of(10f), List.of(1f, 2f, 3f, 4f));
  }

  @Test
  void a_waiting_batch_runs_as_soon_as_it_is_full() throws Exception {
    BatchedModel batched = clients.batched(model, 4, FOR_EVER, 4);
    List<Future<float[]>> answers = clients.queue(batched, column(1), column(2, 3));
    assertThat(model.runs()).isEmpty();
    answers.addAll(clients.queue(batched, column(4)));
    assertThat(get(answers.get(1))).containsExactly(5, 7);
    assertThat(model.runs().get(0)).containsExactly(1f, 2f, 3f, 4f);
  }

  @Test
  void a_partial_batch_waits_no_longer_than_the_timeout() throws Exception {
    BatchedModel batched = clients.batched(model, 4, Duration.ofMillis(1), 4);
    assertThat(get(clients.send(batched, column(1)))).containsExactly(3);
  }

  @Test
  void a_request_that_does_not_fit_begins_the_next_batch() throws Exception {
    BatchedModel batched = clients.batched(model, 4, Duration.ZERO, 4);
    clients.prove(batched, model);
    Runnable held = model.shut();
    Future<float[]> first = clients.send(batched, column(0));
    held.run();
    List<Future<float[]>> more = clients.queue(batched, column(1, 2, 3), column(4, 5), column(6));
    model.open();
    get(first);
    for (Future<float[]> answer : more) {
      get(answer);
    }
    assertThat(model.runs()).containsExactly(List.of(0f), List.of(1f, 2f, 3f), List.of(4f, 5f, 6f));
  }

  @Test
  void a_batch_is_padded_to_an_allowed_size_and_trimmed_afterwards() throws Exception {
    BatchedModel batched = clients.batched(model, 8, Duration.ZERO, 4, 4, 8);
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
  void a_large_request_is_split_once_splitting_is_proven_correct() throws Exception {
    BatchedModel batched = clients.batched(model, 2, Duration.ZERO, 4);
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
    BatchedModel batched = clients.batched(model, 3, FOR_EVER, 4);
    List<Future<float[]>> answers =
        clients.queue(batched, column(1), column(FakeModel.BAD), column(2));
    assertThat(get(answers.get(0))).containsExactly(3);
    assertFails(answers.get(1), StatusCode.INVALID_ARGUMENT);
    assertThat(get(answers.get(2))).containsExactly(5);
    assertThat(clients.separated()).isEmpty();
  }

  @Test
  void scalars_and_differing_shapes_or_signatures_are_not_batched() throws Exception {
    BatchedModel batched = clients.batched(model, 8, Duration.ZERO, 8);
    clients.prove(batched, model);
    Runnable held = model.shut();
    Future<float[]> first = clients.send(batched, column(0));
    held.run();
    List<Future<float[]>> more =
        clients.queue(
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
  void warmup_runs_every_allowed_size() {
    BatchedModel batched = clients.batched(model, 4, FOR_EVER, 4, 1, 2, 4);
    Map<String, HostTensor> answer =
        batched.warming().run("s", Map.of("x", column(1, 2)), List.of());
    assertThat(answer.get("y").floats()).containsExactly(3, 5);
    assertThat(model.runs()).containsExactly(List.of(1f, 2f), List.of(1f), List.of(1f, 2f, 2f, 2f));
  }
}
