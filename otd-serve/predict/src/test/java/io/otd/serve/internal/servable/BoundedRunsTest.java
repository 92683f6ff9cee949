// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Runs of many rows, of models whose rows take a megabyte each unless said otherwise. */
class BoundedRunsTest {
  private static final long MEGABYTE = 1 << 20;
  private static final int MOST = (int) (BoundedRuns.RUN_BYTES / MEGABYTE);
  private static final OptionalInt FOREIGN = OptionalInt.empty();

  /** A signature from {@code x} to {@code y} that records the rows of its runs. */
  private static final class Recorded implements BoundedRuns.Signature {
    private final UnaryOperator<float[]> function;
    private final long bytesOfRow;
    private final List<Integer> runs = new ArrayList<>();
    private int most = Integer.MAX_VALUE;

    Recorded(long bytesOfRow, UnaryOperator<float[]> function) {
      this.bytesOfRow = bytesOfRow;
      this.function = function;
    }

    @Override
    public Collection<String> outputs() {
      return List.of("y");
    }

    @Override
    public int most() {
      return most;
    }

    @Override
    public Map<String, HostTensor> run(Map<String, HostTensor> inputs) {
      float[] y = function.apply(inputs.get("x").floats());
      runs.add((int) inputs.get("x").size(0));
      return Map.of("y", HostTensor.of(y, y.length));
    }

    @Override
    public long allocated(Map<String, HostTensor> inputs) {
      return 1000 * MEGABYTE + bytesOfRow * inputs.get("x").size(0);
    }
  }

  private static Recorded doubling(long bytesOfRow) {
    return new Recorded(bytesOfRow, BoundedRunsTest::doubled);
  }

  private static float[] doubled(float[] x) {
    float[] y = x.clone();
    for (int i = 0; i < y.length; i++) {
      y[i] *= 2;
    }
    return y;
  }

  private static float[] rising(int rows) {
    float[] x = new float[rows];
    for (int i = 0; i < rows; i++) {
      x[i] = i;
    }
    return x;
  }

  private static float[] run(BoundedRuns bounded, Recorded model, float[] x, Caller caller) {
    return bounded
        .run("s", model, Map.of("x", HostTensor.of(x, x.length)), caller)
        .get("y")
        .floats();
  }

  private static float[] run(BoundedRuns bounded, Recorded model, float[] x) {
    return run(bounded, model, x, Caller.PATIENT);
  }

  @Test
  void a_run_that_would_allocate_too_much_is_split_into_pieces_that_do_not() {
    Recorded model = doubling(MEGABYTE);
    float[] x = rising(3 * MOST + 1);
    assertThat(run(new BoundedRuns(OptionalInt.of(1 << 20)), model, x)).containsExactly(doubled(x));
    assertThat(model.runs).containsExactlyInAnyOrder(MOST, MOST, MOST, 1);
  }

  @Test
  void a_run_within_the_bound_stays_whole() {
    Recorded model = doubling(MEGABYTE);
    BoundedRuns bounded = new BoundedRuns(OptionalInt.of(1 << 20));
    for (int rows : List.of(0, 1, 32, 33, MOST)) {
      assertThat(run(bounded, model, rising(rows))).hasSize(rows);
    }
    assertThat(model.runs).containsExactly(0, 1, 32, 33, MOST);
  }

  @Test
  void pieces_of_a_model_of_otd_have_no_more_rows_than_it_says() {
    Recorded model = doubling(1);
    run(new BoundedRuns(OptionalInt.of(40)), model, rising(90));
    assertThat(model.runs).containsExactlyInAnyOrder(40, 40, 10);
  }

  @Test
  void pieces_have_no_more_rows_than_a_graph_with_loops_may_have() {
    Recorded model = doubling(1);
    model.most = 50;
    run(new BoundedRuns(OptionalInt.of(1 << 20)), model, rising(120));
    assertThat(model.runs).containsExactlyInAnyOrder(50, 50, 20);
  }

  @Test
  void a_foreign_model_is_split_once_its_rows_are_shown_to_be_independent() {
    Recorded model = doubling(MEGABYTE);
    BoundedRuns bounded = new BoundedRuns(FOREIGN);
    float[] x = rising(2 * MOST);
    assertThat(run(bounded, model, x)).containsExactly(doubled(x));
    assertThat(model.runs).contains(MOST).doesNotContain(2 * MOST);
    model.runs.clear();
    run(bounded, model, x);
    assertThat(model.runs).containsExactly(MOST, MOST);
  }

  @Test
  void a_foreign_model_whose_rows_depend_on_each_other_runs_whole() {
    Recorded centred =
        new Recorded(
            MEGABYTE,
            x -> {
              float mean = 0;
              for (float value : x) {
                mean += value / x.length;
              }
              float[] y = x.clone();
              for (int i = 0; i < y.length; i++) {
                y[i] -= mean;
              }
              return y;
            });
    run(new BoundedRuns(FOREIGN), centred, rising(2 * MOST));
    assertThat(centred.runs).contains(2 * MOST).doesNotContain(MOST);
  }

  @Test
  void equal_rows_do_not_prove_that_others_are_independent() {
    Recorded relative =
        new Recorded(
            MEGABYTE,
            x -> {
              float[] y = x.clone();
              for (int i = 0; i < y.length; i++) {
                y[i] -= x[0];
              }
              return y;
            });
    BoundedRuns bounded = new BoundedRuns(FOREIGN);
    float[] same = new float[2 * MOST];
    Arrays.fill(same, 7);
    run(bounded, relative, same);
    float[] x = rising(2 * MOST);
    assertThat(run(bounded, relative, x)).containsExactly(x);
  }

  @Test
  void a_model_whose_outputs_have_other_rows_runs_whole() {
    Recorded positive =
        new Recorded(
            MEGABYTE,
            x -> {
              int count = 0;
              float[] y = new float[x.length];
              for (float value : x) {
                if (value != MOST / 2) {
                  y[count++] = value;
                }
              }
              return Arrays.copyOf(y, count);
            });
    assertThat(run(new BoundedRuns(FOREIGN), positive, rising(2 * MOST))).hasSize(2 * MOST - 1);
  }

  @Test
  void no_piece_begins_after_the_caller_has_gone() {
    ServingException late = new ServingException(StatusCode.DEADLINE_EXCEEDED, "late");
    Recorded model = doubling(MEGABYTE);
    Caller caller = () -> model.runs.size() < 3 ? Optional.empty() : Optional.of(late);
    BoundedRuns bounded = new BoundedRuns(OptionalInt.of(1 << 20));
    assertThatThrownBy(() -> run(bounded, model, rising(20 * MOST), caller)).isSameAs(late);
    assertThat(model.runs).hasSize(3);
    assertThatThrownBy(() -> run(bounded, model, rising(1), caller)).isSameAs(late);
    assertThat(model.runs).hasSize(3);
  }

  @Test
  void no_piece_begins_after_one_has_failed() {
    ServingException bad = ServingException.invalid("bad");
    Recorded model =
        new Recorded(
            MEGABYTE,
            x -> {
              if (x[0] == 3 * MOST) {
                throw bad;
              }
              return x;
            });
    BoundedRuns bounded = new BoundedRuns(OptionalInt.of(1 << 20));
    assertThatThrownBy(() -> run(bounded, model, rising(20 * MOST))).isSameAs(bad);
    assertThat(model.runs.size()).isLessThanOrEqualTo(4);
  }
}
