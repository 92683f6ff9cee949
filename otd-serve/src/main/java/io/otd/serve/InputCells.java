package io.otd.serve;

import io.otd.core.savedmodel.ServingNames;
import io.otd.core.schema.TableSchema;
import io.otd.serve.tensor.HostTensor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The cells of rows, checked, as the model takes them.
 *
 * @param numbers of the columns of numbers, row-major
 * @param texts of the columns of texts, row-major; empty for a missing one
 * @param rows n
 */
record InputCells(float[] numbers, String[] texts, int rows) {
  /** Some of the rows. */
  InputCells rows(int from, int to) {
    int columns = rows == 0 ? 0 : numbers.length / rows;
    int words = rows == 0 ? 0 : texts.length / rows;
    return new InputCells(
        Arrays.copyOfRange(numbers, from * columns, to * columns),
        Arrays.copyOfRange(texts, from * words, to * words),
        to - from);
  }

  /** The cells as tensors, by the names of a signature's inputs. */
  Map<String, HostTensor> tensors(TableSchema schema) {
    Map<String, HostTensor> tensors = new LinkedHashMap<>();
    int floats = schema.numeric().size();
    int words = schema.text().size();
    if (floats > 0) {
      tensors.put(ServingNames.ROWS, HostTensor.of(numbers, rows, floats));
    }
    if (words > 0) {
      byte[][] strings =
          Arrays.stream(texts)
              .map(text -> text.getBytes(StandardCharsets.UTF_8))
              .toArray(byte[][]::new);
      tensors.put(ServingNames.TEXTS, HostTensor.ofStrings(new long[] {rows, words}, strings));
    }
    return tensors;
  }

  /** The inputs that a signature has for the cells of rows. */
  static List<String> inputs(TableSchema schema) {
    return Stream.concat(
            schema.numeric().stream().map(c -> ServingNames.ROWS),
            schema.text().stream().map(c -> ServingNames.TEXTS))
        .distinct()
        .toList();
  }
}
