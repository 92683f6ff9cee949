// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.schema.TableSchema;
import io.otd.export.internal.encoding.EncodedInputs;
import io.otd.export.internal.savedmodel.ServedInput;
import io.otd.export.internal.savedmodel.ServedSignature;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Stack;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TString;
import org.tensorflow.types.family.TType;

/**
 * The cells of a request's rows in a graph.
 *
 * @param schema of the table
 * @param inputs of the signatures that take these rows, by name
 * @param numbers {@code [B, columns of numbers]}; none if there is no such column
 * @param texts {@code [B, columns of texts]}; none if there is no such column
 */
record RowInputs(
    TableSchema schema,
    Map<String, ServedInput<?>> inputs,
    List<Operand<TFloat32>> numbers,
    List<Operand<TString>> texts) {
  RowInputs {
    inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
  }

  /** Adds one input for all numbers and one for all texts. */
  static RowInputs add(Ops tf, TableSchema schema) {
    Map<String, ServedInput<?>> inputs = new LinkedHashMap<>();
    return new RowInputs(
        schema,
        inputs,
        whole(tf, inputs, ServingNames.ROWS, TFloat32.class, schema.numeric().size()),
        whole(tf, inputs, ServingNames.TEXTS, TString.class, schema.text().size()));
  }

  private static <T extends TType> List<Operand<T>> whole(
      Ops tf, Map<String, ServedInput<?>> inputs, String key, Class<T> type, int columns) {
    if (columns == 0) {
      return List.of();
    }
    ServedInput<T> input = ServedInput.add(tf, key, type, columns);
    inputs.put(key, input);
    return List.of(input.checked());
  }

  /** Adds one input per column. */
  static RowInputs byName(Ops tf, ExportDescription description) {
    Map<String, ServedInput<?>> inputs = new LinkedHashMap<>();
    List<Operand<TFloat32>> numbers = new ArrayList<>();
    List<Operand<TString>> texts = new ArrayList<>();
    for (ExportDescription.Input input : description.inputs()) {
      String key = input.identifier();
      input
          .column()
          .match(
              number -> numbers.add(column(tf, inputs, key, TFloat32.class)),
              text -> texts.add(column(tf, inputs, key, TString.class)));
    }
    return new RowInputs(
        description.schema(),
        inputs,
        numbers.isEmpty() ? List.of() : List.of(tf.stack(numbers, Stack.axis(1L))),
        texts.isEmpty() ? List.of() : List.of(tf.stack(texts, Stack.axis(1L))));
  }

  private static <T extends TType> Operand<T> column(
      Ops tf, Map<String, ServedInput<?>> inputs, String key, Class<T> type) {
    ServedInput<T> input = ServedInput.add(tf, ServingNames.BY_NAME + "_" + key, type);
    inputs.put(key, input);
    return input.checked();
  }

  /** A signature that has these inputs. */
  ServedSignature signature(String name) {
    ServedSignature signature = new ServedSignature(name);
    inputs.forEach(signature::input);
    return signature;
  }

  /** The network's inputs, {@code [B, d_x]}. */
  Operand<TFloat32> encoded(Ops tf) {
    List<Operand<TString>> columns = new ArrayList<>();
    for (Operand<TString> c : texts) {
      for (int j = 0; j < schema.text().size(); j++) {
        columns.add(tf.slice(c, tf.constant(new int[] {0, j}), tf.constant(new int[] {-1, 1})));
      }
    }
    return new EncodedInputs(schema).add(tf, numbers, columns);
  }
}
