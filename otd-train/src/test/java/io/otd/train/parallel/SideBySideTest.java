package io.otd.train.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SideBySideTest {
  @Test
  void everyTaskIsRunAndOutcomesAreInOrder() throws Exception {
    for (int atOnce = 1; atOnce <= 4; atOnce++) {
      for (int count = 0; count <= 9; count++) {
        List<Workers.Task<Integer>> tasks = new ArrayList<>();
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          int number = i;
          expected.add(number);
          tasks.add(
              turn -> {
                turn.pass();
                return number;
              });
        }
        assertThat(Outcome.all(new SideBySide(atOnce).run(tasks))).isEqualTo(expected);
      }
    }
  }

  @Test
  void noMoreThanAllowedWorkAtATimeAndNoMoreThanTwiceAsManyHaveBegun() throws Exception {
    int atOnce = 2;
    AtomicInteger working = new AtomicInteger();
    AtomicInteger begun = new AtomicInteger();
    AtomicInteger mostWorking = new AtomicInteger();
    AtomicInteger mostBegun = new AtomicInteger();
    List<Workers.Task<Integer>> tasks = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      tasks.add(
          turn -> {
            mostBegun.accumulateAndGet(begun.incrementAndGet(), Math::max);
            for (int step = 0; step < 20; step++) {
              mostWorking.accumulateAndGet(working.incrementAndGet(), Math::max);
              Thread.sleep(1); // so that others would be seen
              working.decrementAndGet();
              turn.pass();
            }
            return begun.decrementAndGet();
          });
    }
    Outcome.all(new SideBySide(atOnce).run(tasks));
    assertThat(mostWorking).hasValueLessThanOrEqualTo(atOnce);
    assertThat(mostBegun).hasValueLessThanOrEqualTo(2 * atOnce);
  }

  /** With one worker and two tasks, each waits for the other: only taking turns ends this. */
  @Test
  void theLastTasksTakeTurns() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(1);
    List<Workers.Task<String>> tasks =
        List.of(
            turn -> {
              first.countDown();
              while (second.getCount() > 0) {
                turn.pass();
              }
              return "first";
            },
            turn -> {
              second.countDown();
              while (first.getCount() > 0) {
                turn.pass();
              }
              return "second";
            });
    assertThat(Outcome.all(new SideBySide(1).run(tasks))).containsExactly("first", "second");
  }

  @Test
  void aTaskThatFailsDoesNotStopTheOthers() throws Exception {
    List<Workers.Task<String>> tasks =
        List.of(
            turn -> "a",
            turn -> {
              throw new IllegalStateException("b failed");
            },
            turn -> {
              throw new StackOverflowError("c failed");
            },
            turn -> "d");
    List<Outcome<String>> outcomes = new SideBySide(1).run(tasks);
    assertThat(outcomes.get(0).get()).isEqualTo("a");
    assertThat(outcomes.get(3).get()).isEqualTo("d");
    assertThatThrownBy(() -> outcomes.get(1).get()).hasMessage("b failed");
    assertThatThrownBy(() -> outcomes.get(2).get()).isInstanceOf(StackOverflowError.class);
    assertThatThrownBy(() -> Outcome.all(outcomes)).hasMessage("b failed");
  }

  @Test
  void thereIsAtLeastOneWorker() {
    assertThatThrownBy(() -> new SideBySide(0)).hasMessageContaining("at once: 0");
  }
}
