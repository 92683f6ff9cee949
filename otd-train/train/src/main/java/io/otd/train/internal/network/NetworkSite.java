// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import io.otd.train.progress.TrainingListener;

/** Where networks are trained. Wherever that is, the same fit gives the same numbers. */
@FunctionalInterface
public interface NetworkSite {
  /** In this process, in the thread of whoever asks. */
  NetworkSite HERE = (trainer, fit, listener) -> trainer.here(fit, listener);

  /**
   * Trains a network; returns when that has ended.
   *
   * @param trainer how, and who may stop it
   * @param fit what
   * @param listener is told what happens, in the thread of whoever asks
   * @throws DivergedFitException if a number stops being finite
   */
  NetworkTrainer.Result train(NetworkTrainer trainer, NetworkFit fit, TrainingListener listener);
}
