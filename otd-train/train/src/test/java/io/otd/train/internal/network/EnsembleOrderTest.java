// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.SharedCompilation;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.internal.parallel.Workers;
import io.otd.train.progress.TrainingListener;
import io.otd.train.progress.TrainingOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class EnsembleOrderTest {
  private static final long FOREVER = 1_000_000_000;
  private static final ModelSpec MODEL = SmallModel.of(1);
  private static final EnsembleFit.MemberData.Opened ROWS =
      new EnsembleFit.MemberData.Opened(
          new TrainingRows(new float[] {0, 1, 2, 3}, new float[] {1, 3, 2, 4}, 4, 1, 4),
          Optional.empty());

  /** Compiled programs, shared by all tests of the class as by the runs of one search. */
  private static final SharedCompilation SHARED = new SharedCompilation();

  @AfterAll
  static void close() {
    SHARED.close();
  }

  /** Four networks of different numbers of steps, one after another. */
  private static EnsembleFit.Result uneven(
      Optional<TimeLimit> limit,
      BooleanSupplier stop,
      List<TrainingSnapshot> from,
      List<Integer> begun) {
    List<EnsembleFit.Network> networks =
        Stream.of(10, 30, 10, 20)
            .map(n -> new EnsembleFit.Network(MODEL, SmallModel.training(n), Optional.empty()))
            .toList();
    NetworkTrainer trainer =
        new NetworkTrainer(
            new Compiler(SHARED, w -> {}), new TickingClock(1), Duration.ofDays(1), stop);
    return new EnsembleFit(trainer, Workers.ONE_BY_ONE)
        .within(limit)
        .train(
            networks,
            m -> {
              begun.add(m);
              return ROWS;
            },
            from,
            TrainingListener.NONE);
  }

  @Test
  void networks_with_most_work_begin_first_unless_time_is_limited() {
    List<Integer> free = new ArrayList<>();
    List<Integer> limited = new ArrayList<>();
    EnsembleFit.Result all = uneven(Optional.empty(), () -> false, List.of(), free);
    Optional<TimeLimit> enough = Optional.of(TimeLimit.in(new TickingClock(1), FOREVER));
    assertThat(uneven(enough, () -> false, List.of(), limited).parameters())
        .usingRecursiveComparison()
        .isEqualTo(all.parameters());
    assertThat(free).containsExactly(1, 3, 0, 2);
    assertThat(limited).containsExactly(0, 1, 2, 3);
    assertThat(all.snapshots())
        .extracting(TrainingSnapshot::step)
        .containsExactly(10L, 30L, 10L, 20L);
  }

  /** The second network comes first, and is stopped at once. */
  @Test
  void an_interruption_begins_no_network_but_the_first() {
    List<Integer> begun = new ArrayList<>();
    EnsembleFit.Result part = uneven(Optional.empty(), () -> true, List.of(), begun);
    assertThat(part.outcome()).isEqualTo(TrainingOutcome.INTERRUPTED);
    assertThat(begun).containsExactly(1, 0);
    assertThat(part.snapshots()).hasSize(2);
    begun.clear();
    AtomicInteger asked = new AtomicInteger();
    EnsembleFit.Result more =
        uneven(Optional.empty(), () -> asked.incrementAndGet() > 2, part.snapshots(), begun);
    assertThat(begun).containsExactly(1, 0);
    assertThat(more.snapshots().get(1).step()).isPositive();
    assertThat(uneven(Optional.empty(), () -> false, more.snapshots(), begun).parameters())
        .usingRecursiveComparison()
        .isEqualTo(uneven(Optional.empty(), () -> false, List.of(), begun).parameters());
  }
}
