package io.otd.export;

import io.otd.core.savedmodel.ExportDescription;
import io.otd.core.savedmodel.ServingNames;
import io.otd.core.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.tensorflow.Operand;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.op.core.Stack;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TString;

/**
 * The cells of the rows of a request, in a graph.
 *
 * @param schema of the table
 * @param numbers {@code [B, columns of numbers]}; none where there is no such column
 * @param texts {@code [B, columns of texts]}; none where there is no such column
 */
record RowInputs(
    TableSchema schema, List<Operand<TFloat32>> numbers, List<Operand<TString>> texts) {
  /** Adds one placeholder for all numbers and one for all texts, which signatures share. */
  static RowInputs add(Ops tf, TableSchema schema) {
    int numeric = schema.numeric().size();
    int text = schema.text().size();
    return new RowInputs(
        schema,
        numeric == 0
            ? List.of()
            : List.of(
                tf.withName(ServingNames.ROWS)
                    .placeholder(TFloat32.class, Placeholder.shape(Shape.of(-1, numeric)))),
        text == 0
            ? List.of()
            : List.of(
                tf.withName(ServingNames.TEXTS)
                    .placeholder(TString.class, Placeholder.shape(Shape.of(-1, text)))));
  }

  /** Adds one input a column to a signature. */
  static RowInputs byName(Ops tf, ServedSignature signature, ExportDescription description) {
    List<Operand<TFloat32>> numbers = new ArrayList<>();
    List<Operand<TString>> texts = new ArrayList<>();
    for (ExportDescription.Input input : description.inputs()) {
      input
          .column()
          .match(
              number -> numbers.add(signature.input(tf, input.identifier(), TFloat32.class)),
              text -> texts.add(signature.input(tf, input.identifier(), TString.class)));
    }
    return new RowInputs(
        description.schema(),
        numbers.isEmpty() ? List.of() : List.of(tf.stack(numbers, Stack.axis(1L))),
        texts.isEmpty() ? List.of() : List.of(tf.stack(texts, Stack.axis(1L))));
  }

  /** A signature that has these inputs. */
  ServedSignature signature(String name) {
    ServedSignature signature = new ServedSignature(name);
    numbers.forEach(x -> signature.input(ServingNames.ROWS, x, schema.numeric().size()));
    texts.forEach(c -> signature.input(ServingNames.TEXTS, c, schema.text().size()));
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
