// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

/**
 * The latents of a member's passes, in the layout of its function: the factor of each unit of each
 * pass, the contribution of each pass's code to the units of the first layer, or the number of each
 * pass's tree.
 *
 * <p>If there are fewer passes than {@code lanes}, they are repeated for as many rows as fit, so
 * that several rows go through the network together. If there are more, they are divided.
 *
 * @param passes P
 * @param rows how many rows go through the network together, at least 1
 * @param parts {@code [part][unit][lane]}: lane {@code r P + k} of pass k of row r, if there is one
 *     part
 */
record PassLatents(int passes, int rows, float[][][] parts) {
  /**
   * Lays out latents.
   *
   * @param units {@code [unit][P]}
   * @param lanes how many go through the network together
   */
  static PassLatents of(float[][] units, int passes, int lanes) {
    int rows = Math.max(1, lanes / passes);
    int width = Math.min(passes, lanes);
    int count = (passes + width - 1) / width;
    float[][][] parts = new float[count][units.length][];
    for (int part = 0; part < count; part++) {
      int from = part * width;
      int size = Math.min(width, passes - from);
      for (int u = 0; u < units.length; u++) {
        float[] lane = new float[size * rows];
        for (int r = 0; r < rows; r++) {
          System.arraycopy(units[u], from, lane, r * size, size);
        }
        parts[part][u] = lane;
      }
    }
    return new PassLatents(passes, rows, parts);
  }

  /** Passes of a part. */
  int size(int part) {
    return parts[part][0].length / rows;
  }
}
