// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.preparation;

import io.otd.core.internal.program.StoredRows;
import io.otd.train.internal.network.TrainingRows;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What a network sees of the inputs of rows.
 *
 * @param width number of inputs that the rows have
 * @param kept places of those that it sees, in order
 * @param constant whether it sees a 1 in their place
 * @param scales by which they are multiplied, {@code [width]}, each above 0
 */
public record InputView(int width, List<Integer> kept, boolean constant, List<Float> scales) {
  /** Copies the lists. */
  public InputView {
    kept = List.copyOf(kept);
    scales = List.copyOf(scales);
  }

  /** All inputs, as they are. */
  static InputView all(int width) {
    return new InputView(
        width, IntStream.range(0, width).boxed().toList(), false, Collections.nCopies(width, 1f));
  }

  /** Whether the network sees the rows as they are. */
  boolean unchanged() {
    return kept.size() == width && !constant && scales.stream().allMatch(scale -> scale == 1);
  }

  /** Factor of an input that is kept. */
  float scale(int input) {
    return scales.get(kept.get(input));
  }

  /**
   * The inputs of rows as the network sees them.
   *
   * @param all {@code [n, width]}, row-major
   * @return {@code [n, kept]}
   */
  float[] of(float[] all) {
    int rows = all.length / width;
    float[] seen = new float[rows * kept.size()];
    put(all, rows, seen);
    return seen;
  }

  private void put(float[] all, int rows, float[] seen) {
    for (int j = 0; j < kept.size(); j++) {
      int place = kept.get(j);
      float scale = scale(j);
      for (int i = 0; i < rows; i++) {
        seen[i * kept.size() + j] = constant ? 1 : scale * all[i * width + place];
      }
    }
  }

  /** The rows as the network sees them. */
  TrainingRows of(TrainingRows rows) {
    if (unchanged()) {
      return rows;
    }
    if (rows.stored().isPresent()) {
      return rows.with(of(rows.stored().get()));
    }
    return rows.with(of(rows.x()));
  }

  private StoredRows of(StoredRows rows) {
    Optional<ShardFile> shard = ShardFile.of(rows);
    return shard.isPresent()
        ? shard.get().seenAs(this)
        : (numbers, count, x, y) -> {
          float[] all = new float[Math.multiplyExact(count, width)];
          rows.read(numbers, count, all, y);
          put(all, count, x);
        };
  }
}
