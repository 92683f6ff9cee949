// SPDX-License-Identifier: Apache-2.0
package io.otd.serve;

import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.schema.TableSchema;
import io.otd.predict.InputCells;
import io.otd.serve.internal.tensor.HostTensor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The cells of rows as the inputs of a signature. */
final class CellTensors {
  private CellTensors() {}

  /** The cells as tensors, by the names of a signature's inputs. */
  static Map<String, HostTensor> of(InputCells cells, TableSchema schema) {
    Map<String, HostTensor> tensors = new LinkedHashMap<>();
    int rows = cells.rows();
    int floats = schema.numeric().size();
    int words = schema.text().size();
    if (floats > 0) {
      tensors.put(ServingNames.ROWS, HostTensor.of(cells.numbers(), rows, floats));
    }
    if (words > 0) {
      byte[][] strings =
          Arrays.stream(cells.texts())
              .map(text -> text.getBytes(StandardCharsets.UTF_8))
              .toArray(byte[][]::new);
      tensors.put(ServingNames.TEXTS, HostTensor.ofStrings(new long[] {rows, words}, strings));
    }
    return tensors;
  }

  /** The inputs that a signature has for the cells of rows. */
  static List<String> names(TableSchema schema) {
    return Stream.concat(
            schema.numeric().stream().map(c -> ServingNames.ROWS),
            schema.text().stream().map(c -> ServingNames.TEXTS))
        .distinct()
        .toList();
  }
}
