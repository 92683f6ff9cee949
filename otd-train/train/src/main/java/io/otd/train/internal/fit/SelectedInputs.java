// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.schema.TableSchema;
import io.otd.train.internal.network.TrainingRows;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Rows of which only some inputs are kept. */
final class SelectedInputs {
  private SelectedInputs() {}

  /**
   * Rows with some of their inputs.
   *
   * @param rows with all inputs of the schema
   * @param places of the inputs that are kept, in order
   */
  static TrainingRows of(TrainingRows rows, TableSchema schema, int[] places) {
    int width = schema.width();
    if (rows.stored().isEmpty()) {
      float[] x = new float[Math.multiplyExact(rows.rows(), places.length)];
      select(rows.x(), width, places, x, rows.rows());
      return new TrainingRows(
          x, rows.y(), rows.rows(), rows.points(), rows.places(), rows.bounds());
    }
    Optional<ShardFile> shard = ShardFile.of(rows);
    if (shard.isPresent()) {
      List<Integer> kept = Arrays.stream(places).boxed().toList();
      return TrainingRows.stored(shard.get().withInputs(kept), rows.rows(), rows.bounds())
          .withPlaces(rows.places());
    }
    return TrainingRows.stored(
            (numbers, count, x, y) -> {
              float[] all = new float[Math.multiplyExact(count, width)];
              rows.stored().get().read(numbers, count, all, y);
              select(all, width, places, x, count);
            },
            rows.rows(),
            rows.bounds())
        .withPlaces(rows.places());
  }

  private static void select(float[] from, int width, int[] places, float[] to, int rows) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < places.length; j++) {
        to[i * places.length + j] = from[i * width + places[j]];
      }
    }
  }
}
