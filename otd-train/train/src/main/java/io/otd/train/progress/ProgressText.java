// SPDX-License-Identifier: Apache-2.0
package io.otd.train.progress;

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
  private long steps;
  private long step;
  private double rate;
  private String working = "";
  private final ScoreTexts scores = new ScoreTexts();

  /** Takes an event. */
  public void on(TrainingEvent event) {
    scores.on(event);
    if (event instanceof TrainingEvent.OfMember e) {
      members = e.members();
      member(e.member(), e.event());
    } else if (event instanceof TrainingEvent.Started e) {
      before = begun ? before + step : 0;
      begun = true;
      steps = e.steps();
      step = e.step();
    } else if (event instanceof TrainingEvent.Progressed e) {
      step = e.step();
      steps = e.steps(); // fewer once a member has stopped early
      working = "";
      // NaN for the first call of a stage; the rate of the stage before then counts
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

  /** Networks to train; 1 if it is not an ensemble. Of a pool fewer may turn out to be useful. */
  public int members() {
    return members;
  }

  /** {@code step 1200/8000}, preceded by the number of finished members of an ensemble. */
  public String progress() {
    return (members == 1 ? "" : format("%d of %d networks done, ", membersDone, members))
        + ("step " + step() + "/" + steps());
  }

  /**
   * {@code 120/2000 val 0.130 (0.128)}, preceded by the number of finished members of an ensemble,
   * whose scores may be of different kinds and are left out.
   */
  public String brief() {
    String text = (members == 1 ? "" : format("%d/%d done, ", membersDone, members));
    text += step() + "/" + steps();
    return working.isEmpty() ? text + (members == 1 ? scores.brief() : "") : text + " " + working;
  }

  /** Both terms of the loss, and the validation score if there is one; of one network. */
  public String scores() {
    return scores.text();
  }

  /**
   * Steps to come, as far as is known. Most networks stop early, so that of several nothing is
   * known until one is done. Then each takes as many as those that are done, or, if it has passed
   * that, a quarter more than it has.
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
    double begunOnes =
        running.values().stream().mapToDouble(s -> Math.max(usual - s, s * LONGER)).sum();
    return begunOnes + Math.max(0, members - membersDone - running.size()) * usual;
  }

  /** {@code 1:20}; nothing if unknown. */
  private String left() {
    double seconds = remaining() / rate;
    return rate > 0 && seconds >= 0 ? clock(Math.round(seconds)) : "";
  }

  private static String clock(long seconds) {
    return seconds < 3600
        ? format("%d:%02d", seconds / 60, seconds % 60)
        : format("%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }

  /** Steps per second, and the remaining time. */
  public String speed() {
    if (!(rate > 0)) {
      return "";
    }
    String left = left();
    return format("%.0f steps/s", rate)
        + (left.isEmpty() ? "" : (members == 1 ? ", at most " : ", about ") + left + " left");
  }

  /**
   * Everything in one line of a terminal, cut at the end: networks or steps, a bar, and the time
   * left, or the work that is being done if it takes no steps.
   *
   * @param columns of the terminal
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
    return line.length() > columns ? line.substring(0, Math.max(0, columns)) : line;
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
