// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.batching;

import static io.otd.serve.internal.batching.BatchedClients.FOR_EVER;
import static io.otd.serve.internal.batching.BatchedClients.ask;
import static io.otd.serve.internal.batching.BatchedClients.column;
import static io.otd.serve.internal.batching.BatchedClients.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.otd.serve.internal.tensor.HostTensor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When requests to a signature are batched, and when each runs alone. */
@Timeout(120)
class ProofsTest {
  private final BatchedClients clients = new BatchedClients();
  private final FakeModel model = clients.model();

  @AfterEach
  void stop() {
    clients.close();
  }

  @Test
  void the_first_batched_runs_are_compared_with_separate_runs() throws Exception {
    BatchedModel batched = clients.batched(model, 2, FOR_EVER, 4);
    for (int i = 0; i < 4; i++) {
      List<Future<float[]>> answers = clients.queue(batched, column(1), column(2));
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
    assertThat(clients.separated()).isEmpty();
  }

  /** Equal rows cannot show whether a mean over the rows is subtracted. */
  @Test
  void identical_rows_prove_nothing_about_differing_rows() throws Exception {
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
    BatchedModel batched = clients.batched(centred, 2, FOR_EVER, 4);
    for (int i = 0; i < 5; i++) {
      for (Future<float[]> answer : clients.queue(batched, column(7), column(7))) {
        assertThat(get(answer)).containsExactly(0);
      }
    }
    assertThat(clients.separated()).isEmpty();
    for (Future<float[]> answer : clients.queue(batched, column(1), column(3))) {
      assertThat(get(answer)).containsExactly(0);
    }
    ask(batched, HostTensor.of(new float[] {1})); // The thread has finished its earlier work.
    assertThat(clients.separated()).containsExactly("s");
    // From now on each runs alone, and need not wait for another.
    assertThat(ask(batched, column(5))).containsExactly(0);
  }

  @Test
  void models_without_one_output_row_per_input_row_are_not_batched() throws Exception {
    FakeModel sum =
        new FakeModel(
            x -> {
              float total = 0;
              for (float v : x.floats()) {
                total += v;
              }
              return HostTensor.of(new float[] {total});
            });
    BatchedModel batched = clients.batched(sum, 4, FOR_EVER, 4);
    List<Future<float[]>> answers = clients.queue(batched, column(1, 2), column(3, 4));
    assertThat(get(answers.get(0))).containsExactly(3);
    assertThat(get(answers.get(1))).containsExactly(7);
    assertThat(clients.separated()).containsExactly("s");
  }
}
