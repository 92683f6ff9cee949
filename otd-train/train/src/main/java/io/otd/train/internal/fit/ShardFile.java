// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.program.StoredRows;
import io.otd.train.internal.network.TrainingRows;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The training rows of one member, in a file that all machines see: row by row, inputs, then
 * targets, float32 as written by {@link java.io.DataOutput}. They fit into the memory of the
 * process that trains the member, and are read on first use.
 */
public final class ShardFile implements StoredRows {
  private final Place place;
  private final Shape shape;
  private @Nullable Held held;

  /**
   * Storage of the rows.
   *
   * @param file their file
   * @param kept places of the inputs that are kept, in order; empty for all
   * @param constant whether all inputs are set to 1
   */
  public record Place(Path file, List<Integer> kept, boolean constant) {
    /** Copies the list. */
    public Place {
      kept = List.copyOf(kept);
    }

    /** All inputs, as they are in the file. */
    public static Place of(Path file) {
      return new Place(file, List.of(), false);
    }
  }

  /**
   * Number of cells of the file.
   *
   * @param rows n, at least 1
   * @param inputs of a row, whether or not all are kept
   * @param outputs d_y
   */
  public record Shape(int rows, int inputs, int outputs) {}

  /** The numbers of all rows, {@code [n, d_x]} and {@code [n, d_y]}. */
  private record Held(float[] x, float[] y) {}

  /** A file. */
  public ShardFile(Place place, Shape shape) {
    this.place = place;
    this.shape = shape;
  }

  /** The file of some training rows, if that is where they are. */
  public static Optional<ShardFile> of(TrainingRows rows) {
    return rows.stored().filter(ShardFile.class::isInstance).map(ShardFile.class::cast);
  }

  /** Storage of the rows. */
  public Place place() {
    return place;
  }

  /** Number of cells. */
  public Shape shape() {
    return shape;
  }

  /** The same rows with all inputs 1. */
  ShardFile withConstantInputs() {
    return new ShardFile(new Place(place.file(), place.kept(), true), shape);
  }

  /**
   * The same rows with some of their inputs.
   *
   * @param kept places of these inputs in the file, in order
   */
  ShardFile withInputs(List<Integer> kept) {
    return new ShardFile(new Place(place.file(), kept, place.constant()), shape);
  }

  /** d_x: number of inputs that are kept. */
  private int inputs() {
    return place.kept.isEmpty() ? shape.inputs : place.kept.size();
  }

  /** The inputs of all rows, {@code [n, d_x]}; not a copy. */
  public float[] x() {
    return held().x();
  }

  /** The targets of all rows, {@code [n, d_y]}; not a copy. */
  public float[] y() {
    return held().y();
  }

  @Override
  public void read(int[] rows, int count, float[] x, float[] y) {
    Held all = held();
    for (int i = 0; i < count; i++) {
      System.arraycopy(all.x, rows[i] * inputs(), x, i * inputs(), inputs());
      System.arraycopy(all.y, rows[i] * shape.outputs, y, i * shape.outputs, shape.outputs);
    }
  }

  private synchronized Held held() {
    Held all = held;
    if (all == null) {
      all = loaded();
      held = all;
    }
    return all;
  }

  private Held loaded() {
    float[] x = new float[Math.multiplyExact(shape.rows, inputs())];
    float[] y = new float[Math.multiplyExact(shape.rows, shape.outputs)];
    float[] row = new float[shape.inputs];
    int[] kept =
        place.kept.isEmpty()
            ? IntStream.range(0, shape.inputs).toArray()
            : place.kept.stream().mapToInt(Integer::intValue).toArray();
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(place.file), 1 << 16))) {
      for (int i = 0; i < shape.rows; i++) {
        for (int j = 0; j < shape.inputs; j++) {
          row[j] = in.readFloat();
        }
        for (int j = 0; j < kept.length; j++) {
          x[i * kept.length + j] = row[kept[j]];
        }
        for (int j = 0; j < shape.outputs; j++) {
          y[i * shape.outputs + j] = in.readFloat();
        }
      }
      if (in.read() >= 0) {
        throw new IOException("longer than %d rows".formatted(shape.rows));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(place.file + ": " + e.getMessage(), e);
    }
    if (place.constant) {
      Arrays.fill(x, 1);
    }
    return new Held(x, y);
  }
}
