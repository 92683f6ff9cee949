// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.preparation;

import io.otd.core.internal.program.StoredRows;
import io.otd.train.internal.network.TrainingRows;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What a network sees of the inputs of rows.
 *
 * @param width number of inputs that the rows have
 * @param kept places of those that it sees, in order
 * @param constant whether it sees a 1 in their place
 */
public record InputView(int width, List<Integer> kept, boolean constant) {
  /** Copies the list. */
  public InputView {
    kept = List.copyOf(kept);
  }

  /** All inputs, as they are. */
  static InputView all(int width) {
    return new InputView(width, IntStream.range(0, width).boxed().toList(), false);
  }

  /** Whether the network sees the rows as they are. */
  boolean unchanged() {
    return kept.size() == width && !constant;
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
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < kept.size(); j++) {
        seen[i * kept.size() + j] = constant ? 1 : all[i * width + kept.get(j)];
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
