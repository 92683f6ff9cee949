// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class FairThreadPoolTest {
  @Test
  void every_task_is_run_and_outcomes_are_in_order() throws Exception {
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
        assertThat(Outcome.all(new FairThreadPool(atOnce).run(tasks))).isEqualTo(expected);
      }
    }
  }

  @Test
  void limits_running_tasks_and_starts_at_most_twice_as_many() throws Exception {
    int atOnce = 2;
    AtomicInteger working = new AtomicInteger();
    AtomicInteger begun = new AtomicInteger();
    AtomicInteger maxWorking = new AtomicInteger();
    AtomicInteger maxBegun = new AtomicInteger();
    List<Workers.Task<Integer>> tasks = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      tasks.add(
          turn -> {
            maxBegun.accumulateAndGet(begun.incrementAndGet(), Math::max);
            for (int step = 0; step < 20; step++) {
              maxWorking.accumulateAndGet(working.incrementAndGet(), Math::max);
              Thread.sleep(1); // so that others would be seen
              working.decrementAndGet();
              turn.pass();
            }
            return begun.decrementAndGet();
          });
    }
    Outcome.all(new FairThreadPool(atOnce).run(tasks));
    assertThat(maxWorking).hasValueLessThanOrEqualTo(atOnce);
    assertThat(maxBegun).hasValueLessThanOrEqualTo(2 * atOnce);
  }

  /** However the threads are scheduled: the last ones are started together. */
  @Test
  void tasks_begin_in_order() throws Exception {
    for (int round = 0; round < 500; round++) {
      List<Integer> begun = Collections.synchronizedList(new ArrayList<>());
      List<Workers.Task<Boolean>> tasks = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        int number = i;
        tasks.add(turn -> begun.add(number));
      }
      Outcome.all(new FairThreadPool(1).run(tasks));
      assertThat(begun).containsExactly(0, 1, 2, 3);
    }
  }

  /** With one worker and two tasks, each waits for the other: only taking turns resolves this. */
  @Test
  void the_last_tasks_take_turns() throws Exception {
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
    assertThat(Outcome.all(new FairThreadPool(1).run(tasks))).containsExactly("first", "second");
  }

  @Test
  void a_task_that_fails_does_not_stop_the_others() throws Exception {
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
    List<Outcome<String>> outcomes = new FairThreadPool(1).run(tasks);
    assertThat(outcomes.get(0).get()).isEqualTo("a");
    assertThat(outcomes.get(3).get()).isEqualTo("d");
    assertThatThrownBy(() -> outcomes.get(1).get()).hasMessage("b failed");
    assertThatThrownBy(() -> outcomes.get(2).get()).isInstanceOf(StackOverflowError.class);
    assertThatThrownBy(() -> Outcome.all(outcomes)).hasMessage("b failed");
  }

  /** With one worker, a task that kept its turn while it waits for its parts would wait forever. */
  @Test
  void subtasks_run_on_the_same_workers_and_before_later_tasks() throws Exception {
    for (int atOnce = 1; atOnce <= 3; atOnce++) {
      AtomicInteger working = new AtomicInteger();
      AtomicInteger maxWorking = new AtomicInteger();
      List<String> ends = Collections.synchronizedList(new ArrayList<>());
      List<Workers.Task<String>> tasks = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        int number = i;
        tasks.add(
            turn -> {
              List<Workers.Task<String>> parts = new ArrayList<>();
              for (int part = 0; part < 5; part++) {
                String name = number + "." + part;
                parts.add(
                    own -> {
                      for (int step = 0; step < 3; step++) {
                        maxWorking.accumulateAndGet(working.incrementAndGet(), Math::max);
                        Thread.sleep(1); // so that others would be seen
                        working.decrementAndGet();
                        own.pass();
                      }
                      return name;
                    });
              }
              String all = String.join(" ", Outcome.all(turn.run(parts)));
              ends.add(all.substring(0, 1));
              return all;
            });
      }
      List<String> done = Outcome.all(new FairThreadPool(atOnce).run(tasks));
      for (int i = 0; i < 6; i++) {
        assertThat(done.get(i)).isEqualTo("%1$d.0 %1$d.1 %1$d.2 %1$d.3 %1$d.4".formatted(i));
      }
      assertThat(maxWorking).hasValueLessThanOrEqualTo(atOnce);
      if (atOnce == 1) {
        assertThat(ends.subList(0, 4)).containsExactly("0", "1", "2", "3");
      }
    }
  }

  @Test
  void a_failing_subtask_does_not_affect_the_others() throws Exception {
    Workers.Task<String> failing =
        turn -> {
          throw new NoClassDefFoundError("gone");
        };
    List<Outcome<List<Outcome<String>>>> outcomes =
        new FairThreadPool(2)
            .run(List.of(turn -> turn.run(List.of(own -> "a", failing, own -> "c"))));
    List<Outcome<String>> parts = outcomes.get(0).get();
    assertThat(parts.get(0).get() + parts.get(2).get()).isEqualTo("ac");
    assertThatThrownBy(() -> parts.get(1).get()).isInstanceOf(NoClassDefFoundError.class);
  }

  @Test
  void there_is_at_least_one_worker() {
    assertThatThrownBy(() -> new FairThreadPool(0)).hasMessageContaining("at once: 0");
  }
}
