// SPDX-License-Identifier: Apache-2.0
package io.otd.train.progress;

import java.util.Locale;

/** Describes the latest state of the training in words. */
public final class ProgressText {
  private static final int BAR = 10;

  private int members = 1;
  private int membersDone;
  private long steps;
  private long step;
  private double fit = Double.NaN;
  private double dispersion = Double.NaN;
  private double rate;
  private double score = Double.NaN;
  private double best = Double.NaN;
  private long bestStep;
  private String working = "";

  /** Takes an event. */
  public void on(TrainingEvent event) {
    if (event instanceof TrainingEvent.OfMember e) {
      members = e.members();
      membersDone +=
          e.event() instanceof TrainingEvent.Finished end && end.outcome().over() ? 1 : 0;
    } else if (event instanceof TrainingEvent.Started e) {
      score = Double.NaN;
      steps = e.steps();
      step = e.step();
    } else if (event instanceof TrainingEvent.Progressed e) {
      step = e.step();
      steps = e.steps(); // fewer once a member has stopped early
      working = "";
      fit = e.fit();
      dispersion = e.dispersion();
      rate = e.stepsPerSecond(); // NaN at first; the rate is then omitted
    } else if (event instanceof TrainingEvent.Validated e) {
      score = e.score();
      best = e.bestScore();
      bestStep = e.bestStep();
    } else if (event instanceof TrainingEvent.Working e) {
      working = e.what();
    }
  }

  /** Steps done. */
  public long step() {
    return step;
  }

  /** Most steps. */
  public long steps() {
    return steps;
  }

  /** Members trained; 1 if it is not an ensemble. */
  public int members() {
    return members;
  }

  /** {@code step 1200/8000}, preceded by the number of finished members of an ensemble. */
  public String progress() {
    return (members == 1 ? "" : format("%d of %d networks done, ", membersDone, members))
        + ("step " + step + "/" + steps);
  }

  /**
   * {@code 120/2000 val 0.130 (0.128)}, preceded by the number of finished members of an ensemble.
   */
  public String brief() {
    String text = done() + step + "/" + steps;
    if (!working.isEmpty()) {
      return text + " " + working;
    }
    return Double.isNaN(score) ? text : text + format(" val %.3f (%.3f)", score, best);
  }

  /** Both terms of the loss, and the validation score if there is one. */
  public String scores() {
    String loss =
        format("loss %.4f = fit %.4f - dispersion %.4f", fit - dispersion, fit, dispersion);
    if (Double.isNaN(score)) {
      return loss;
    }
    return loss
        + format(", validation %.4f", score)
        + (bestStep < 0 ? "" : format(" (best %.4f at %d)", best, bestStep));
  }

  /** Steps per second, and the remaining time for all steps. */
  public String speed() {
    if (!(rate > 0)) {
      return "";
    }
    long seconds = Math.round((steps - step) / rate);
    return format("%.0f steps/s, at most %d:%02d left", rate, seconds / 60, seconds % 60);
  }

  /**
   * Everything in one line of a terminal: a bar, then step, loss and both its terms, validation
   * score and the best one, speed and time left, in this order, cut at the end. After the step only
   * the work that is being done, if it takes no steps.
   *
   * @param columns of the terminal
   */
  public String bar(int columns) {
    double share = steps == 0 ? 0 : (double) step / steps;
    int filled = (int) Math.round(share * BAR);
    long seconds = rate > 0 ? Math.round((steps - step) / rate) : 0;
    String line =
        format("[%s%s] %s%d/%d", "#".repeat(filled), ".".repeat(BAR - filled), done(), step, steps);
    if (!working.isEmpty()) {
      return cut(line + " " + working, columns);
    }
    if (!Double.isNaN(fit)) {
      line += format(" loss %.3f = %.3f - %.3f", fit - dispersion, fit, dispersion);
    }
    if (!Double.isNaN(score)) {
      line += format(" val %.3f (%.3f)", score, best);
    }
    if (rate > 0) {
      line += format(" %.0f/s %d:%02d", rate, seconds / 60, seconds % 60);
    }
    return cut(line, columns);
  }

  private static String cut(String line, int columns) {
    return line.length() > columns ? line.substring(0, Math.max(0, columns)) : line;
  }

  private String done() {
    return members == 1 ? "" : format("%d/%d done, ", membersDone, members);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
