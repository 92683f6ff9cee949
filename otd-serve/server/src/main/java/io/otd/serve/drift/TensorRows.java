// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.drift;

import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.schema.InputColumn;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Rows as the tensors of a signature hold them: together, or a tensor a column. */
final class TensorRows implements LiveRows {
  private final int rows;
  private final List<Cells> numbers;
  private final List<Cells> texts;
  private final @Nullable Cells mean;
  private final @Nullable Cells std;

  /**
   * Cells of columns in a tensor, row-major.
   *
   * @param columns that the tensor has
   * @param column which one
   */
  private record Cells(HostTensor tensor, int columns, int column) {
    float number(int row) {
      return tensor.bytes().getFloat(Float.BYTES * (row * columns + column));
    }

    String text(int row) {
      return new String(tensor.string(row * columns + column), StandardCharsets.UTF_8);
    }

    Cells of(int other) {
      return new Cells(tensor, columns, other);
    }
  }

  private TensorRows(
      int rows,
      List<Cells> numbers,
      List<Cells> texts,
      Map<String, HostTensor> outputs,
      int targets) {
    this.rows = rows;
    this.numbers = numbers;
    this.texts = texts;
    mean = cells(outputs.get(ServingNames.MEAN), ElementType.FLOAT, rows, targets);
    std = cells(outputs.get(ServingNames.STD), ElementType.FLOAT, rows, targets);
  }

  /**
   * The rows of a run.
   *
   * @return nothing if its inputs are not those of a model that otd exports
   */
  static Optional<LiveRows> of(
      ExportDescription description,
      String signature,
      Map<String, HostTensor> inputs,
      Map<String, HostTensor> outputs) {
    int rows = (int) Math.min(Integer.MAX_VALUE, HostTensor.rows(inputs));
    List<Cells> numbers = new ArrayList<>();
    List<Cells> texts = new ArrayList<>();
    boolean together = !signature.equals(ServingNames.BY_NAME);
    for (ExportDescription.Input input : description.inputs()) {
      boolean number = isNumber(input.column());
      List<Cells> kind = number ? numbers : texts;
      ElementType type = number ? ElementType.FLOAT : ElementType.STRING;
      String name = number ? ServingNames.ROWS : ServingNames.TEXTS;
      Cells cells =
          together
              ? cells(inputs.get(name), type, rows, columns(description, number))
              : cells(inputs.get(input.identifier()), type, rows, 1);
      if (cells == null) {
        return Optional.empty();
      }
      kind.add(cells.of(together ? kind.size() : 0));
    }
    return Optional.of(new TensorRows(rows, numbers, texts, outputs, description.targets().size()));
  }

  private static boolean isNumber(InputColumn column) {
    return column.match(n -> true, text -> false);
  }

  private static int columns(ExportDescription description, boolean numbers) {
    return (int) description.inputs().stream().filter(i -> isNumber(i.column()) == numbers).count();
  }

  private static @Nullable Cells cells(
      @Nullable HostTensor tensor, ElementType type, int rows, int columns) {
    if (tensor == null || tensor.type() != type || tensor.elements() != (long) rows * columns) {
      return null;
    }
    return new Cells(tensor, columns, 0);
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public float number(int row, int column) {
    return numbers.get(column).number(row);
  }

  @Override
  public String text(int row, int column) {
    return texts.get(column).text(row);
  }

  @Override
  public float mean(int row, int target) {
    return mean == null ? Float.NaN : mean.of(target).number(row);
  }

  @Override
  public float std(int row, int target) {
    return std == null ? Float.NaN : std.of(target).number(row);
  }
}
