// SPDX-License-Identifier: Apache-2.0
package io.otd.app.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.train.progress.ProgressLines;
import io.otd.train.progress.ProgressText;
import io.otd.train.progress.RunsLines;
import io.otd.train.progress.RunsListener;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import io.otd.train.progress.TrainingOutcome;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressLinesTest {
  private final List<String> lines = new ArrayList<>();
  private final HandClock clock = new HandClock();
  private ProgressLines progress = new ProgressLines(lines::add, clock);

  private void after(double seconds, TrainingEvent event) {
    clock.advance(Duration.ofMillis((long) (1000 * seconds)));
    progress.on(event);
  }

  private static TrainingEvent progressed(long step) {
    return new TrainingEvent.Progressed(step, 1000, 0.5, 0.2, 0.1, 50);
  }

  @Test
  void prints_a_complete_line_every_five_seconds() {
    after(0, new TrainingEvent.Started(123, 640, 64, 1000, 0));
    after(1, progressed(50));
    after(1, progressed(100));
    after(3, progressed(200));
    after(1, progressed(300));
    assertThat(lines)
        .containsExactly(
            "training: 123 parameters, 640 rows, batch 64",
            "step 200/1000; 50 steps/s, at most 0:16 left");
  }

  @Test
  void an_end_right_after_a_line_does_not_repeat_it() {
    after(0, new TrainingEvent.Started(123, 640, 64, 1000, 0));
    after(5, progressed(200));
    after(0, new TrainingEvent.Finished(TrainingOutcome.INTERRUPTED, 200, 5));
    assertThat(lines)
        .containsExactly(
            "training: 123 parameters, 640 rows, batch 64",
            "step 200/1000; 50 steps/s, at most 0:16 left",
            "interrupted: step 200, 5.0 s");
  }

  @Test
  void a_better_validation_score_is_shown_early_but_a_worse_one_is_not() {
    progress = new ProgressLines(lines::add, clock, true);
    after(0, new TrainingEvent.Started(123, 640, 64, 1000, 0));
    after(2.5, new TrainingEvent.Validated(50, 0.25, 0.25, 50));
    after(0, progressed(50));
    after(2.5, new TrainingEvent.Validated(100, 0.3, 0.25, 50));
    after(0, progressed(100));
    assertThat(lines)
        .hasSize(2)
        .last()
        .asString()
        .contains("validation 0.2500 (best 0.2500 at 50)");
  }

  @Test
  void the_resumption_and_the_end_are_reported() {
    after(0, new TrainingEvent.Started(123, 640, 64, 1000, 400));
    after(1, progressed(600));
    after(1, new TrainingEvent.Finished(TrainingOutcome.STOPPED_EARLY, 600, 12.34));
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).startsWith("resuming after step 400");
    assertThat(lines.get(1)).startsWith("step 600/1000; 50 steps/s");
    assertThat(lines.get(2)).contains("stopped early").endsWith("step 600, 12.3 s");
  }

  @Test
  void work_without_steps_has_a_line_of_its_own() {
    after(0, new TrainingEvent.Started(123, 640, 64, 1000, 0));
    after(1, new TrainingEvent.Working("comparing the components"));
    assertThat(lines).last().isEqualTo("comparing the components");
  }

  @Test
  void a_bar_shows_work_without_steps_instead_of_the_loss() {
    ProgressText text = new ProgressText();
    text.on(new TrainingEvent.Started(123, 640, 64, 1000, 0));
    text.on(progressed(500));
    text.on(new TrainingEvent.Working("comparing the components"));
    assertThat(text.bar(80, true)).isEqualTo("[#####.....] step 500/1000 comparing the components");
    assertThat(text.bar(35, true)).isEqualTo("[#####.....] step 500/1000 comparin");
    text.on(progressed(600));
    assertThat(text.bar(80, false)).isEqualTo("[######....] step 600/1000 at most 0:08 left");
    assertThat(text.bar(80, true)).contains(" left loss 0.3000 = fit");
  }

  /** A run whose training has ended is no longer among the active ones. */
  @Test
  void of_several_runs_only_the_active_ones_show_work_without_steps() {
    RunsLines runs = new RunsLines(lines::add, clock, 1);
    RunsListener listener = new RunsListener(event -> {}, runs);
    TrainingEvent working = new TrainingEvent.Working("calibrating");
    listener.on(run(new TrainingEvent.Started(123, 640, 64, 1000, 0)));
    listener.on(run(working));
    assertThat(lines).last().isEqualTo("fold-0: calibrating");
    listener.on(run(new TrainingEvent.Finished(TrainingOutcome.COMPLETED, 1000, 2)));
    int before = lines.size();
    listener.on(run(working));
    assertThat(lines).hasSize(before);
  }

  private static TrainingEvent run(TrainingEvent event) {
    return new TrainingEvent.OfRun("fold-0", event);
  }

  @Test
  void no_loss_is_shown_if_no_step_was_made() {
    after(0, new TrainingEvent.Started(123, 640, 64, 1000, 1000));
    after(1, new TrainingEvent.Finished(TrainingOutcome.COMPLETED, 1000, 0.2));
    assertThat(lines)
        .containsExactly(
            "resuming after step 1000: 123 parameters, 640 rows, batch 64",
            "all steps done: step 1000, 0.2 s");
  }

  @Test
  void omits_the_best_score_if_there_is_none() {
    progress = new ProgressLines(lines::add, clock, true);
    after(0, new TrainingEvent.Started(123, 640, 64, 1000, 0));
    after(6, new TrainingEvent.Validated(50, 0.25, Double.POSITIVE_INFINITY, -1));
    after(0, progressed(50));
    assertThat(lines).last().asString().contains("validation 0.2500;");
  }

  @Test
  void the_bar_shows_step_and_scores_and_may_be_closed_twice() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    // The end of the training closes it the first time.
    try (ProgressDisplay display =
        new ProgressDisplay(new PrintStream(bytes, true, StandardCharsets.UTF_8), false)) {
      display.on(new TrainingEvent.Started(123, 640, 64, 1000, 0));
      display.on(progressed(200));
      display.on(new TrainingEvent.Finished(TrainingOutcome.COMPLETED, 1000, 1));
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .contains("[##........] step 200/1000 at most 0:16 left")
        .contains("all steps done: step 1000");
  }

  @Test
  void members_of_an_ensemble_share_one_line() {
    after(0, member(1, new TrainingEvent.Started(123, 640, 64, 1000, 0)));
    after(0, new TrainingEvent.Started(123, 640, 64, 3000, 0));
    after(1, member(1, progressed(1000)));
    after(0, member(1, new TrainingEvent.Finished(TrainingOutcome.COMPLETED, 1000, 1)));
    after(0, member(0, new TrainingEvent.Finished(TrainingOutcome.INTERRUPTED, 10, 1)));
    after(5, new TrainingEvent.Progressed(1200, 3000, 0.5, 0.2, 0.1, 90));
    assertThat(lines)
        .containsExactly(
            "training: 3 networks",
            "1 of 3 networks done, 1200 steps; 90 steps/s, about 0:22 left");
  }

  /** Networks stop early: 14 minutes were announced for three. */
  @Test
  void the_time_left_is_what_the_finished_networks_took() {
    ProgressText text = new ProgressText();
    text.on(member(0, new TrainingEvent.Started(123, 640, 64, 8000, 0)));
    text.on(new TrainingEvent.Started(123, 640, 64, 24000, 0));
    text.on(new TrainingEvent.Progressed(500, 24000, 0.5, 0.2, 0.1, 50));
    assertThat(text.bar(80, false)).as("nothing is known").isEqualTo("[..........] 0/3 networks");
    text.on(member(0, new TrainingEvent.Finished(TrainingOutcome.STOPPED_EARLY, 1000, 1)));
    text.on(member(1, progressed(500)));
    text.on(new TrainingEvent.Progressed(1500, 17000, 0.5, 0.2, 0.1, 50));
    assertThat(text.bar(80, false)).isEqualTo("[#####.....] 1/3 networks about 0:30 left");
    text.on(member(1, progressed(4000)));
    text.on(new TrainingEvent.Progressed(5000, 17000, 0.5, 0.2, 0.1, 50));
    assertThat(text.bar(80, false))
        .as("1,000 steps of the second, a quarter of its own, and 3,000 of the third")
        .isEqualTo("[######....] 1/3 networks about 1:20 left");
    text.on(member(1, new TrainingEvent.Finished(TrainingOutcome.STOPPED_EARLY, 5000, 1)));
    text.on(new TrainingEvent.Progressed(6000, 14000, 0.5, 0.2, 0.1, 50));
    assertThat(text.bar(80, false))
        .as("20 s later, as was said: 1,000 steps have passed")
        .isEqualTo("[#######...] 2/3 networks about 1:00 left");
  }

  @Test
  void the_second_stage_of_a_pool_continues_the_first() {
    TrainingEvent done = new TrainingEvent.Finished(TrainingOutcome.STOPPED_EARLY, 1000, 1);
    after(0, new TrainingEvent.OfMember(0, 4, new TrainingEvent.Started(123, 640, 64, 8000, 0)));
    after(0, new TrainingEvent.Started(123, 640, 64, 16000, 0));
    after(0, new TrainingEvent.OfMember(0, 4, done));
    after(0, new TrainingEvent.OfMember(1, 4, done));
    after(6, new TrainingEvent.Progressed(2000, 2000, 0.5, 0.2, 0.1, 100));
    after(0, new TrainingEvent.Working("comparing the components"));
    after(0, new TrainingEvent.OfMember(2, 4, new TrainingEvent.Started(123, 640, 64, 8000, 0)));
    after(0, new TrainingEvent.Started(123, 640, 64, 16000, 0));
    after(0, new TrainingEvent.OfMember(2, 4, progressed(500)));
    after(6, new TrainingEvent.Progressed(500, 16000, 0.5, 0.2, 0.1, Double.NaN));
    assertThat(lines)
        .containsExactly(
            "training: 4 networks",
            "2 of 4 networks done, 2000 steps; 100 steps/s, about 0:20 left",
            "comparing the components",
            "2 of 4 networks done, 2500 steps; 100 steps/s, about 0:15 left");
  }

  /** In its first second, a stage compiles: 5 steps a second would be an hour. */
  @Test
  void the_first_seconds_of_a_stage_do_not_change_the_speed() {
    ProgressText text = new ProgressText();
    text.on(member(0, new TrainingEvent.Started(123, 640, 64, 8000, 0)));
    text.on(new TrainingEvent.Started(123, 640, 64, 8000, 0));
    text.on(new TrainingEvent.Progressed(2000, 8000, 0.5, 0.2, 0.1, 100));
    text.on(member(0, new TrainingEvent.Finished(TrainingOutcome.STOPPED_EARLY, 2000, 20)));
    text.on(member(1, new TrainingEvent.Started(123, 640, 64, 8000, 0)));
    text.on(new TrainingEvent.Started(123, 640, 64, 16000, 0));
    text.on(new TrainingEvent.Progressed(5, 16000, 0.5, 0.2, 0.1, Double.NaN));
    assertThat(text.speed()).startsWith("100 steps/s");
    text.on(new TrainingEvent.Progressed(10, 16000, 0.5, 0.2, 0.1, 5));
    assertThat(text.speed()).as("2010 steps in 22 s").startsWith("91 steps/s");
  }

  /** Likelihoods and energy scores have no mean. */
  @Test
  void of_several_networks_the_latest_scores_are_shown() {
    progress = new ProgressLines(lines::add, clock, true);
    after(0, member(1, new TrainingEvent.Started(123, 640, 64, 1000, 0)));
    after(0, new TrainingEvent.Started(123, 640, 64, 3000, 0));
    after(0, member(0, new TrainingEvent.Validated(50, -3, -3, 50)));
    after(0, member(1, new TrainingEvent.Validated(50, .25, .2, 40)));
    after(0, new TrainingEvent.Validated(100, -1.4, -1.4, 90));
    after(6, new TrainingEvent.Progressed(1200, 3000, 0.5, 0.2, 0.1, 90));
    assertThat(lines)
        .last()
        .asString()
        .contains("network 2: validation 0.2500 (best 0.2000 at 40)");
  }

  /** After 2:59, 0:03 must not become 0:0359. */
  @Test
  void a_shorter_line_erases_the_longer_one_before_it() {
    TerminalLine line = new TerminalLine();

    assertThat(line.over("12:59 left", 60)).isEqualTo("12:59 left");
    assertThat(line.over("0:03 left", 60)).isEqualTo("0:03 left ");
    assertThat(line.over("0:02 left", 60)).isEqualTo("0:02 left");
    assertThat(line.over("0:02 left", 4)).isEqualTo("0:02");
  }

  private static TrainingEvent member(int number, TrainingEvent event) {
    return new TrainingEvent.OfMember(number, 3, event);
  }

  /** The first call compiles: its speed would be far off. */
  @Test
  void omits_the_speed_until_it_is_known() {
    after(0, new TrainingEvent.Started(123, 640, 64, 1000, 0));
    after(6, new TrainingEvent.Progressed(10, 1000, 0.5, 0.2, 0.1, Double.NaN));
    assertThat(lines).last().asString().isEqualTo("step 10/1000");
  }

  @Test
  void lines_of_several_runs_are_labelled_and_less_frequent() {
    RunsLines runs = new RunsLines(lines::add, clock, 3);
    for (String run : List.of("fold-0", "fold-1")) {
      runs.listener(run).on(new TrainingEvent.Started(123, 640, 64, 1000, 0));
    }
    TrainingListener one = runs.listener("fold-2");
    clock.advance(Duration.ofSeconds(14));
    one.on(progressed(200));
    assertThat(lines).hasSize(2).allMatch(l -> l.matches("fold-[01]: training: 123 parameters.*"));
    clock.advance(Duration.ofSeconds(1));
    one.on(progressed(300));
    assertThat(lines).hasSize(3).last().asString().startsWith("fold-2: step 300/");
  }

  @Test
  void one_line_of_a_terminal_shows_all_runs() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (RunsDisplay display =
        new RunsDisplay(new PrintStream(bytes, true, StandardCharsets.UTF_8), 3)) {
      TrainingListener first = display.listener("a");
      TrainingListener second = display.listener("b");
      first.on(new TrainingEvent.Started(123, 640, 64, 1000, 0));
      second.on(new TrainingEvent.Started(123, 640, 64, 1000, 0));
      second.on(progressed(200));
      second.on(new TrainingEvent.Validated(200, 0.25, 0.2, 150));
      first.on(new TrainingEvent.Finished(TrainingOutcome.COMPLETED, 1000, 1));
      display.ended("c", "done before");
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .contains("a: all steps done: step 1000", "c: done before")
        .contains("2 of 3 done | b 200/1000 val 0.250 (0.200)");
  }
}
