// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.preparation;

import io.otd.core.internal.program.StoredRows;
import io.otd.core.internal.weight.RowWeights;
import io.otd.train.internal.network.TrainingRows;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The training rows of one member, in a file that all machines see: row by row, inputs, then
 * targets, then the weight if rows have weights, float32 as written by {@link java.io.DataOutput}.
 * They fit into the memory of the process that trains the member, and are read on first use.
 */
public final class ShardFile implements StoredRows {
  private final Path file;
  private final Shape shape;
  private final InputView view;
  private @Nullable Rows rows;

  /**
   * Number of cells of the file.
   *
   * @param rows n, at least 1
   * @param inputs of a row
   * @param outputs d_y
   * @param weighted whether each row has a weight
   */
  public record Shape(int rows, int inputs, int outputs, boolean weighted) {}

  /** The numbers of all rows, {@code [n, d_x]} and {@code [n, d_y]}, and their weights. */
  private record Rows(float[] x, float[] y, RowWeights weights) {}

  /** A file, with all inputs. */
  public ShardFile(Path file, Shape shape) {
    this(file, shape, InputView.all(shape.inputs));
  }

  /**
   * A file.
   *
   * @param view what is seen of the inputs
   */
  public ShardFile(Path file, Shape shape, InputView view) {
    this.file = file;
    this.shape = shape;
    this.view = view;
  }

  /** The file of some training rows, if that is where they are. */
  public static Optional<ShardFile> of(TrainingRows rows) {
    return rows.stored().flatMap(ShardFile::of);
  }

  static Optional<ShardFile> of(StoredRows rows) {
    return rows instanceof ShardFile shard ? Optional.of(shard) : Optional.empty();
  }

  /** Where the rows are. */
  public Path file() {
    return file;
  }

  /** Number of cells of the file. */
  public Shape shape() {
    return shape;
  }

  /** What is seen of the inputs. */
  public InputView view() {
    return view;
  }

  /** The same rows with another view of the inputs of the file. */
  ShardFile seenAs(InputView other) {
    return new ShardFile(file, shape, other);
  }

  /** The inputs of all rows, {@code [n, d_x]}; not a copy. */
  public float[] x() {
    return rows().x();
  }

  /** The targets of all rows, {@code [n, d_y]}; not a copy. */
  public float[] y() {
    return rows().y();
  }

  /** How much each row counts. */
  public RowWeights weights() {
    return rows().weights();
  }

  @Override
  public void read(int[] rows, int count, float[] x, float[] y) {
    Rows all = rows();
    int inputs = view.kept().size();
    for (int i = 0; i < count; i++) {
      System.arraycopy(all.x, rows[i] * inputs, x, i * inputs, inputs);
      System.arraycopy(all.y, rows[i] * shape.outputs, y, i * shape.outputs, shape.outputs);
    }
  }

  private synchronized Rows rows() {
    Rows all = rows;
    if (all == null) {
      all = loaded();
      rows = all;
    }
    return all;
  }

  private Rows loaded() {
    int inputs = view.kept().size();
    float[] x = new float[Math.multiplyExact(shape.rows, inputs)];
    float[] y = new float[Math.multiplyExact(shape.rows, shape.outputs)];
    float[] row = new float[shape.inputs];
    RowWeights weights = RowWeights.equal(shape.rows);
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
      for (int i = 0; i < shape.rows; i++) {
        for (int j = 0; j < shape.inputs; j++) {
          row[j] = in.readFloat();
        }
        System.arraycopy(view.of(row), 0, x, i * inputs, inputs);
        for (int j = 0; j < shape.outputs; j++) {
          y[i * shape.outputs + j] = in.readFloat();
        }
        if (shape.weighted) {
          weights.of()[i] = in.readFloat();
        }
      }
      if (in.read() >= 0) {
        throw new IOException("longer than %s rows".formatted(shape.rows));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(file + ": " + e.getMessage(), e);
    }
    return new Rows(x, y, weights);
  }
}
