package io.otd.serve;

import io.otd.core.graph.Tensors;
import io.otd.core.savedmodel.ServingNames;
import io.otd.core.schema.TableSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.tensorflow.Tensor;

/** The cells of rows as tensors, by the names of a signature's inputs. */
final class FedCells implements AutoCloseable {
  private final Map<String, Tensor> tensors = new LinkedHashMap<>();

  FedCells(InputCells cells, TableSchema schema) {
    int numbers = schema.numeric().size();
    int texts = schema.text().size();
    if (numbers > 0) {
      tensors.put(ServingNames.ROWS, Tensors.of(cells.numbers(), cells.rows(), numbers));
    }
    if (texts > 0) {
      tensors.put(ServingNames.TEXTS, Tensors.of(cells.texts(), cells.rows(), texts));
    }
  }

  /** The inputs that a signature has for the cells of rows. */
  static List<String> inputs(TableSchema schema) {
    return Stream.concat(
            schema.numeric().stream().map(c -> ServingNames.ROWS),
            schema.text().stream().map(c -> ServingNames.TEXTS))
        .distinct()
        .toList();
  }

  /** The tensors; closing this closes them. */
  Map<String, Tensor> tensors() {
    return tensors;
  }

  @Override
  public void close() {
    tensors.values().forEach(Tensor::close);
  }
}
