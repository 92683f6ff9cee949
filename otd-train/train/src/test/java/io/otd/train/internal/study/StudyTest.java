// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.train.internal.parallel.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StudyTest {
  /** What is finished, by the item's name. */
  private final Map<String, Integer> finished = new HashMap<>();

  private final List<String> begun = new ArrayList<>();

  private record Job(StudyTest test, String name, int length) implements Study.Item<Integer> {
    @Override
    public Optional<Integer> finished() {
      return Optional.ofNullable(test.finished.get(name));
    }

    @Override
    public Optional<Integer> run(Workers.Turn turn) throws IOException {
      test.begun.add(name);
      if (name.equals("fails")) {
        throw new IOException("no room");
      }
      if (name.equals("stops")) {
        return Optional.empty();
      }
      test.finished.put(name, length);
      return Optional.of(length);
    }
  }

  private Job job(String name, int length) {
    return new Job(this, name, length);
  }

  @Test
  void the_longest_begins_first_and_results_keep_the_order_of_the_items() throws IOException {
    List<Job> jobs = List.of(job("short", 1), job("long", 3), job("like it", 3), job("middle", 2));
    StudyResult<Integer> result = Study.longestFirst(jobs, Job::length, () -> false).run(1);
    assertThat(begun).containsExactly("long", "like it", "middle", "short");
    assertThat(result.complete()).contains(List.of(1, 3, 3, 2));
  }

  @Test
  void a_finished_item_is_not_done_again_even_after_a_stop() throws IOException {
    finished.put("b", 7);
    List<Job> jobs = List.of(job("a", 1), job("b", 2));
    StudyResult<Integer> result = Study.inOrder(jobs, () -> true).run(2);
    assertThat(begun).isEmpty();
    assertThat(result.each()).containsExactly(Optional.empty(), Optional.of(7));
    assertThat(result.complete()).isEmpty();
    assertThat(Study.inOrder(jobs, () -> false).run(2).complete()).contains(List.of(1, 7));
    assertThat(begun).containsExactly("a");
  }

  @Test
  void no_item_begins_after_one_was_stopped() throws IOException {
    List<Job> jobs = List.of(job("a", 1), job("stops", 2), job("c", 3));
    assertThat(Study.inOrder(jobs, () -> false).run().complete()).isEmpty();
    assertThat(begun).containsExactly("a", "stops");
  }

  @Test
  void a_failure_ends_a_study_in_order_and_none_of_the_items_beside_it() {
    List<Job> jobs = List.of(job("fails", 1), job("after", 2));
    Study<Integer> study = Study.inOrder(jobs, () -> false);
    assertThatThrownBy(study::run).isInstanceOf(IOException.class).hasMessage("no room");
    assertThat(begun).containsExactly("fails");
    assertThatThrownBy(() -> study.run(1)).isInstanceOf(IOException.class);
    assertThat(finished).containsOnlyKeys("after");
  }

  @Test
  void nothing_begins_once_a_stop_is_requested() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    List<Job> jobs = List.of(job("a", 1), job("b", 2));
    Study.inOrder(jobs, () -> asked.incrementAndGet() > 1).run();
    assertThat(begun).containsExactly("a");
  }
}
