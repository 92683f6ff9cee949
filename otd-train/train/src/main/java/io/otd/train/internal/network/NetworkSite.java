// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import io.otd.train.progress.TrainingListener;

/** The place where networks are trained. The same fit gives the same numbers at any place. */
@FunctionalInterface
public interface NetworkSite {
  /** In this process, in the calling thread. */
  NetworkSite HERE = (trainer, fit, listener) -> trainer.here(fit, listener);

  /**
   * Trains a network; returns when that has ended.
   *
   * @param trainer of the networks, which can be stopped
   * @param fit what
   * @param listener receives the events, in the calling thread
   * @throws DivergedFitException if a number becomes non-finite
   */
  NetworkTrainer.Result train(NetworkTrainer trainer, NetworkFit fit, TrainingListener listener);
}
