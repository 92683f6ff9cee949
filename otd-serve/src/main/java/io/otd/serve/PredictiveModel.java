package io.otd.serve;

import io.otd.core.savedmodel.ExportDescription;

/** What a model that was exported by otd says of rows. */
interface PredictiveModel {
  /**
   * What the bank says of rows.
   *
   * @param mean {@code [B, d_y]}
   * @param std {@code [B, d_y]}
   * @param samples {@code [B, S, d_y]}
   */
  record Summary(float[] mean, float[] std, float[] samples) {}

  /** The model in words. */
  ExportDescription description();

  /** Runs the bank. */
  Summary summary(InputCells cells);

  /** Draws with fresh masks, {@code [B, S, d_y]}. */
  float[] draw(InputCells cells, long[] seeds);
}
