// SPDX-License-Identifier: Apache-2.0
package io.otd.train.progress;

import io.otd.core.internal.text.NumberText;

/** How a run ended, in words. */
public final class ProgressEnd {
  private ProgressEnd() {}

  /** In one line. */
  public static String text(TrainingEvent.Finished event) {
    String how =
        switch (event.outcome()) {
          case COMPLETED -> "all steps done";
          case STOPPED_EARLY -> "stopped early, the validation score no longer improves";
          case OUT_OF_TIME -> "its time is over";
          case INTERRUPTED -> "interrupted";
        };
    return "%s: step %s, %s s".formatted(how, event.step(), NumberText.fixed(event.seconds(), 1));
  }
}
