// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.prediction;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.trained.TrainedModel;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The draws of a trained model, opened by the first prediction. One thread at a time. */
public final class OpenedSource implements AutoCloseable {
  private final TrainedModel model;
  private final Consumer<String> warnings;
  private @Nullable TrainedSource source;
  private int asked;
  private boolean closed;

  /** Holds nothing yet. */
  public OpenedSource(TrainedModel model, Consumer<String> warnings) {
    this.model = model;
    this.warnings = warnings;
  }

  /**
   * The source of so many draws of a prediction.
   *
   * @param draws K, at least 1
   * @throws IllegalStateException if this is closed
   */
  public TrainedSource of(int draws) {
    requireOpen();
    Check.that(draws >= 1, "draws", draws, ">= 1");
    if (source == null || asked != draws) {
      release();
      source = new TrainedSource(model, draws, warnings);
      asked = draws;
    }
    return source;
  }

  /**
   * Checks that the model may be used.
   *
   * @throws IllegalStateException if this is closed
   */
  public void requireOpen() {
    if (closed) {
      throw new IllegalStateException("model: closed (expected: open)");
    }
  }

  private void release() {
    if (source != null) {
      source.close();
      source = null;
    }
  }

  /** Frees the native memory; closing twice is harmless. */
  @Override
  public void close() {
    closed = true;
    release();
  }
}
