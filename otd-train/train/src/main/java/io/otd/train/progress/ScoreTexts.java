// SPDX-License-Identifier: Apache-2.0
package io.otd.train.progress;

import io.otd.core.internal.text.NumberText;

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
            : "loss %s = fit %s - dispersion %s"
                .formatted(text(fit - dispersion), text(fit), text(dispersion));
    if (!Double.isNaN(score)) {
      text += (text.isEmpty() ? "" : ", ") + "validation " + text(score);
      text += bestStep < 0 ? "" : " (best %s at %s)".formatted(text(best), bestStep);
    }
    return text.isEmpty() ? text : network + text;
  }

  /** {@code val 0.130 (0.128)}, or nothing. */
  String brief() {
    return Double.isNaN(score)
        ? ""
        : " val %s (%s)".formatted(NumberText.fixed(score, 3), NumberText.fixed(best, 3));
  }

  /** Of the same width from event to event. */
  private static String text(double value) {
    return NumberText.fixed(value, 4);
  }
}
