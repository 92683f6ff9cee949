// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.light;

import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.schema.TableSchema;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The rows of requests in the form for a network. Every error is INVALID_ARGUMENT and names the
 * input.
 *
 * @param description of the model
 * @param schema its columns
 */
record RequestRows(ExportDescription description, TableSchema schema) {
  private static final int UNKNOWN = -1;

  RequestRows(ExportDescription description) {
    this(description, description.schema());
  }

  /**
   * The rows of the inputs of all numbers and of all texts.
   *
   * @return {@code [n][d_x]}
   */
  float[][] together(Map<String, HostTensor> inputs) {
    int numbers = schema.numeric().size();
    int texts = schema.text().size();
    float[] x = {};
    String[] c = {};
    int count = UNKNOWN;
    if (numbers > 0) {
      HostTensor tensor = tensor(inputs, ServingNames.ROWS, ElementType.FLOAT, count, numbers);
      x = tensor.floats();
      count = (int) tensor.size(0);
    }
    if (texts > 0) {
      HostTensor tensor = tensor(inputs, ServingNames.TEXTS, ElementType.STRING, count, texts);
      c = strings(tensor);
      count = (int) tensor.size(0);
    }
    float[][] rows = new float[count][];
    for (int i = 0; i < count; i++) {
      rows[i] = encoded(x, c, i, numbers, texts);
    }
    return rows;
  }

  private float[] encoded(float[] numbers, String[] texts, int row, int width, int words) {
    return schema.encode(
        Arrays.copyOfRange(numbers, row * width, (row + 1) * width),
        Arrays.asList(texts).subList(row * words, (row + 1) * words));
  }

  /**
   * The rows, with one input per column.
   *
   * @return {@code [n][d_x]}
   */
  float[][] byName(Map<String, HostTensor> inputs) {
    int numbers = schema.numeric().size();
    int texts = schema.text().size();
    int count = UNKNOWN;
    float[] x = {};
    String[] c = {};
    int number = 0;
    int text = 0;
    for (ExportDescription.Input input : description.inputs()) {
      boolean isNumber = input.column().match(n -> true, t -> false);
      HostTensor tensor =
          tensor(
              inputs, input.identifier(), isNumber ? ElementType.FLOAT : ElementType.STRING, count);
      if (count == UNKNOWN) {
        count = (int) tensor.size(0);
        x = new float[Math.multiplyExact(count, numbers)];
        c = new String[Math.multiplyExact(count, texts)];
      }
      if (isNumber) {
        float[] cells = tensor.floats();
        for (int i = 0; i < count; i++) {
          x[i * numbers + number] = cells[i];
        }
        number++;
      } else {
        String[] cells = strings(tensor);
        for (int i = 0; i < count; i++) {
          c[i * texts + text] = cells[i];
        }
        text++;
      }
    }
    float[][] rows = new float[count][];
    for (int i = 0; i < count; i++) {
      rows[i] = encoded(x, c, i, numbers, texts);
    }
    return rows;
  }

  /** The seeds of rows. */
  long[] seeds(Map<String, HostTensor> inputs, int count) {
    ByteBuffer bytes = tensor(inputs, ServingNames.SEED, ElementType.INT64, count).bytes();
    long[] seeds = new long[count];
    bytes.asLongBuffer().get(seeds);
    return seeds;
  }

  /** The thresholds of rows, {@code [n, d_y]}. */
  float[] thresholds(Map<String, HostTensor> inputs, int count) {
    int outputs = schema.targets().size();
    return tensor(inputs, ServingNames.THRESHOLD, ElementType.FLOAT, count, outputs).floats();
  }

  private static String[] strings(HostTensor tensor) {
    String[] strings = new String[tensor.elements()];
    for (int i = 0; i < strings.length; i++) {
      strings[i] = new String(tensor.string(i), StandardCharsets.UTF_8);
    }
    return strings;
  }

  /**
   * An input.
   *
   * @param rows how many, or {@link #UNKNOWN}
   * @param inner sizes after the rows
   */
  private static HostTensor tensor(
      Map<String, HostTensor> inputs, String name, ElementType type, int rows, int... inner) {
    HostTensor tensor = inputs.get(name);
    if (tensor == null) {
      throw new ServingException(
          StatusCode.INVALID_ARGUMENT,
          "input tensor alias not found in request: %s (given: %s)"
              .formatted(name, inputs.keySet()));
    }
    boolean fits =
        tensor.type() == type
            && tensor.rank() == 1 + inner.length
            && (rows == UNKNOWN || tensor.size(0) == rows);
    for (int i = 0; i < inner.length; i++) {
      fits = fits && tensor.size(i + 1) == inner[i];
    }
    if (!fits) {
      List<String> expected = Arrays.stream(inner).mapToObj(String::valueOf).toList();
      throw new ServingException(
          StatusCode.INVALID_ARGUMENT,
          "input %s: %s (expected: %s[%s%s])"
              .formatted(
                  name,
                  tensor,
                  type.text(),
                  rows == UNKNOWN ? "rows" : rows,
                  expected.isEmpty() ? "" : ", " + String.join(", ", expected)));
    }
    return tensor;
  }
}
