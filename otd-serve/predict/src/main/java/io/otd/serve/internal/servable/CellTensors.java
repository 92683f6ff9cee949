// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.schema.TableSchema;
import io.otd.predict.InputCells;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The cells of rows as the inputs of a signature, and back. */
public final class CellTensors {
  private static final int UNKNOWN = -1;

  private CellTensors() {}

  /** The cells as tensors, by the names of a signature's inputs. */
  public static Map<String, HostTensor> of(InputCells cells, TableSchema schema) {
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
  public static List<String> names(TableSchema schema) {
    return Stream.concat(
            schema.numeric().stream().map(c -> ServingNames.ROWS),
            schema.text().stream().map(c -> ServingNames.TEXTS))
        .distinct()
        .toList();
  }

  /**
   * The cells of a request.
   *
   * @param signature {@value ServingNames#BY_NAME}, with one input per column, or another, with
   *     those of all numbers and of all texts
   * @throws ServingException INVALID_ARGUMENT, naming the input that is missing or does not fit
   */
  public static InputCells read(
      ExportDescription description, String signature, Map<String, HostTensor> inputs) {
    return signature.equals(ServingNames.BY_NAME)
        ? byName(description, inputs)
        : together(description.schema(), inputs);
  }

  private static InputCells together(TableSchema schema, Map<String, HostTensor> inputs) {
    int numbers = schema.numeric().size();
    int texts = schema.text().size();
    float[] x = {};
    String[] c = {};
    int count = UNKNOWN;
    if (numbers > 0) {
      HostTensor tensor = forRows(inputs, ServingNames.ROWS, ElementType.FLOAT, count, numbers);
      x = tensor.floats();
      count = (int) tensor.size(0);
    }
    if (texts > 0) {
      HostTensor tensor = forRows(inputs, ServingNames.TEXTS, ElementType.STRING, count, texts);
      c = strings(tensor);
      count = (int) tensor.size(0);
    }
    return new InputCells(x, c, count);
  }

  private static InputCells byName(ExportDescription description, Map<String, HostTensor> inputs) {
    int numbers = description.schema().numeric().size();
    int texts = description.schema().text().size();
    int count = UNKNOWN;
    float[] x = {};
    String[] c = {};
    int number = 0;
    int text = 0;
    for (ExportDescription.Input input : description.inputs()) {
      boolean isNumber = input.column().match(n -> true, t -> false);
      ElementType type = isNumber ? ElementType.FLOAT : ElementType.STRING;
      HostTensor tensor = forRows(inputs, input.identifier(), type, count);
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
    return new InputCells(x, c, count);
  }

  private static String[] strings(HostTensor tensor) {
    String[] strings = new String[tensor.elements()];
    for (int i = 0; i < strings.length; i++) {
      strings[i] = new String(tensor.string(i), StandardCharsets.UTF_8);
    }
    return strings;
  }

  /**
   * An input that a request must have for each of its rows.
   *
   * @param rows how many; negative if that is not known
   * @param inner sizes after the rows
   * @throws ServingException INVALID_ARGUMENT, naming the input, if it is missing or does not fit
   */
  public static HostTensor forRows(
      Map<String, HostTensor> inputs, String name, ElementType type, int rows, int... inner) {
    HostTensor tensor = inputs.get(name);
    if (tensor == null) {
      throw ServingException.invalid(
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
      throw ServingException.invalid(
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
