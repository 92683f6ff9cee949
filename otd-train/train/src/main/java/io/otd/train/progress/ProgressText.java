// SPDX-License-Identifier: Apache-2.0
package io.otd.train.progress;

import io.otd.core.internal.text.BriefText;
import io.otd.core.internal.text.NumberText;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Describes the latest state of the training in words: how many networks are done, the steps, and
 * the time left. The networks of a pool are trained in two stages, whose steps are added.
 */
public final class ProgressText {
  private static final int BAR = 10;
  private static final double LONGER = 0.25;

  private int members = 1;
  private int membersDone;
  private long stepsOfDone;
  private final Map<Integer, Long> running = new HashMap<>();
  private boolean begun;
  private long before;
  private double secondsBefore;
  private long steps;
  private long step;
  private double rate = Double.NaN; // of the stage; NaN for its first call
  private String working = "";
  private final ScoreTexts scores = new ScoreTexts();

  /** Takes an event. */
  public void on(TrainingEvent event) {
    scores.on(event);
    if (event instanceof TrainingEvent.OfMember e) {
      members = e.members();
      member(e.member(), e.event());
    } else if (event instanceof TrainingEvent.Started e) {
      if (begun) {
        secondsBefore += rate > 0 ? step / rate : 0;
        before += step;
        rate = Double.NaN;
      }
      begun = true;
      steps = e.steps();
      step = e.step();
    } else if (event instanceof TrainingEvent.Progressed e) {
      step = e.step();
      steps = e.steps(); // fewer once a member has stopped early
      working = "";
      rate = Double.isNaN(e.stepsPerSecond()) ? rate : e.stepsPerSecond();
    } else if (event instanceof TrainingEvent.Working e) {
      working = e.what();
    }
  }

  private void member(int number, TrainingEvent event) {
    if (event instanceof TrainingEvent.Started e) {
      running.put(number, e.step());
    } else if (event instanceof TrainingEvent.Progressed e) {
      running.put(number, e.step());
    } else if (event instanceof TrainingEvent.Finished e && e.outcome().over()) {
      running.remove(number);
      membersDone++;
      stepsOfDone += e.step();
    }
  }

  /** Steps done. */
  public long step() {
    return before + step;
  }

  /** Most steps of the stages that have begun. */
  public long steps() {
    return before + steps;
  }

  /** Steps per second of all stages, so that a new one does not begin with a guess. */
  private double rate() {
    if (secondsBefore == 0) {
      return rate;
    }
    return rate > 0 ? (before + step) / (secondsBefore + step / rate) : before / secondsBefore;
  }

  /** Networks to train; 1 if it is not an ensemble. Of a pool fewer may turn out to be useful. */
  public int members() {
    return members;
  }

  /**
   * {@code step 1200/8000}, or of an ensemble {@code 2 of 19 networks done, 26500 steps}: most of
   * its networks stop early, and those of a second stage have not begun.
   */
  public String progress() {
    return members == 1
        ? format("step %d/%d", step(), steps())
        : format("%d of %d networks done, %d steps", membersDone, members, step());
  }

  /**
   * {@code 120/2000 val 0.130 (0.128)}, or of an ensemble {@code 2/5 networks}: their scores may be
   * of different kinds.
   */
  public String brief() {
    String text =
        members == 1
            ? format("%d/%d", step(), steps())
            : format("%d/%d networks", membersDone, members);
    return working.isEmpty() ? text + (members == 1 ? scores.brief() : "") : text + " " + working;
  }

  /** Both terms of the loss, and the validation score if there is one; of one network. */
  public String scores() {
    return scores.text();
  }

  /**
   * Steps to come, as far as is known. Most networks stop early, so that of several nothing is
   * known until one is done. Then one that runs takes as many as those that are done, or, if it has
   * passed that, a quarter more than it has; and one that has not begun as many as all of these on
   * average, so that a long one does not lengthen the rest all at once when it is done.
   *
   * @return NaN if unknown
   */
  private double remaining() {
    if (members == 1) {
      return steps() - step();
    }
    if (membersDone == 0) {
      return Double.NaN;
    }
    double usual = (double) stepsOfDone / membersDone;
    double left = running.values().stream().mapToDouble(s -> Math.max(usual - s, s * LONGER)).sum();
    double made = stepsOfDone + running.values().stream().mapToLong(Long::longValue).sum();
    int begunOnes = membersDone + running.size();
    return left + Math.max(0, members - begunOnes) * (made + left) / begunOnes;
  }

  /** {@code 1:20}; nothing if unknown. */
  private String left() {
    double seconds = remaining() / rate();
    return rate() > 0 && seconds >= 0 ? clock(Math.round(seconds)) : "";
  }

  private static String clock(long seconds) {
    return seconds < 3600
        ? format("%d:%02d", seconds / 60, seconds % 60)
        : format("%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }

  /** Steps per second, and the remaining time. */
  public String speed() {
    if (!(rate() > 0)) {
      return "";
    }
    String left = left();
    return NumberText.fixed(rate(), 0)
        + " steps/s"
        + (left.isEmpty() ? "" : (members == 1 ? ", at most " : ", about ") + left + " left");
  }

  /**
   * Everything in one line of a terminal, cut at the end: networks or steps, a bar, and the time
   * left, or the work that is being done if it takes no steps.
   *
   * @param verbose whether the loss and the scores of the latest network follow
   */
  public String bar(int columns, boolean verbose) {
    double all = Double.isNaN(remaining()) ? steps() : step() + remaining();
    int filled = (int) Math.min(BAR, Math.round(all == 0 ? 0 : step() / all * BAR));
    String line = format("[%s%s] ", "#".repeat(filled), ".".repeat(BAR - filled));
    line +=
        members == 1
            ? format("step %d/%d", step(), steps())
            : format("%d/%d networks", membersDone, members);
    String left = left();
    if (!working.isEmpty()) {
      line += " " + working;
    } else if (!left.isEmpty()) {
      line += (members == 1 ? " at most " : " about ") + left + " left";
    }
    if (verbose && working.isEmpty()) {
      line += " " + scores.text();
    }
    return BriefText.first(line, columns);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
