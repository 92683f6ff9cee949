// SPDX-License-Identifier: Apache-2.0
package io.otd.train.progress;

import java.util.Locale;

/**
 * Loss and validation score of one network in words. Those of the networks of a pool are on
 * different scales, likelihoods and energy scores: of several networks, the latest is described
 * alone.
 */
final class ScoreTexts {
  private String network = "";
  private double fit = Double.NaN;
  private double dispersion = Double.NaN;
  private double score = Double.NaN;
  private double best = Double.NaN;
  private long bestStep = -1;

  void on(TrainingEvent event) {
    if (event instanceof TrainingEvent.OfMember e) {
      String name = "network " + (e.member() + 1) + ": ";
      if (!name.equals(network)) {
        forget();
        network = name;
      }
      take(e.event());
    } else if (network.isEmpty()) { // else a mean over several
      take(event);
    }
  }

  private void forget() {
    fit = Double.NaN;
    dispersion = Double.NaN;
    score = Double.NaN;
    best = Double.NaN;
    bestStep = -1;
  }

  private void take(TrainingEvent event) {
    if (event instanceof TrainingEvent.Started) {
      score = Double.NaN;
    } else if (event instanceof TrainingEvent.Progressed e) {
      fit = e.fit();
      dispersion = e.dispersion();
    } else if (event instanceof TrainingEvent.Validated e) {
      score = e.score();
      best = e.bestScore();
      bestStep = e.bestStep();
    }
  }

  /** Both terms of the loss, and the validation score, as far as they are known. */
  String text() {
    String text =
        Double.isNaN(fit)
            ? ""
            : format("loss %.4f = fit %.4f - dispersion %.4f", fit - dispersion, fit, dispersion);
    if (!Double.isNaN(score)) {
      text += (text.isEmpty() ? "" : ", ") + format("validation %.4f", score);
      text += bestStep < 0 ? "" : format(" (best %.4f at %d)", best, bestStep);
    }
    return text.isEmpty() ? text : network + text;
  }

  /** {@code val 0.130 (0.128)}, or nothing. */
  String brief() {
    return Double.isNaN(score) ? "" : format(" val %.3f (%.3f)", score, best);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
