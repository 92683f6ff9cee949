// SPDX-License-Identifier: Apache-2.0
package io.otd.train.progress;

import java.util.Locale;

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
    return String.format(Locale.ROOT, "%s: step %d, %.1f s", how, event.step(), event.seconds());
  }
}
