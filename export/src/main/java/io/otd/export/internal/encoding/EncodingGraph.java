// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.encoding;

import io.otd.core.internal.graph.NumberedScope;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.ListedInput;
import io.otd.core.schema.TableSchema;
import io.otd.export.internal.flat.FlatGraph;
import io.otd.export.internal.flat.FrozenGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.ndarray.StdArrays;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.op.core.Stack;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TFloat64;
import org.tensorflow.types.TInt64;
import org.tensorflow.types.family.TType;

/**
 * The encoding of rows without texts as a flat graph: one input {@code [B]} per column. A number is
 * float32; a listed text is its place among the known ones, int64; a date is the number of days
 * since 1970-01-01 with the time of the day as a fraction, float64.
 */
public final class EncodingGraph {
  /** The only output, {@code [B, d_x]}. */
  public static final String ENCODED = "encoded";

  private final Ops tf;
  private final TableSchema schema;

  private EncodingGraph(Ops tf, TableSchema schema) {
    this.tf = tf;
    this.schema = schema;
  }

  /** Name of the input of a column, which is counted from 0. */
  public static String input(int column) {
    return "column_" + column;
  }

  /** The graph of a table. */
  public static FlatGraph of(TableSchema schema) {
    try (Graph graph = new Graph()) {
      Operand<TFloat32> encoded = new EncodingGraph(NumberedScope.in(graph), schema).add();
      return FrozenGraph.read(graph, Map.of(), Map.of(ENCODED, encoded));
    }
  }

  private Operand<TFloat32> add() {
    List<Operand<TFloat32>> numbers = new ArrayList<>();
    List<Operand<TFloat32>> others = new ArrayList<>();
    for (int j = 0; j < schema.inputs().size(); j++) {
      InputColumn column = schema.inputs().get(j);
      String name = input(j);
      column.match(
          number -> numbers.add(cells(name, TFloat32.class)),
          text ->
              text.matchText(
                  listed -> others.add(listed(name, listed)),
                  date -> others.add(dated(name, date))));
    }
    List<Operand<TFloat32>> stacked =
        numbers.isEmpty() ? List.of() : List.of(tf.stack(numbers, Stack.axis(1L)));
    return new EncodedInputs(schema).add(tf, stacked, others::get);
  }

  private <T extends TType> Operand<T> cells(String name, Class<T> type) {
    return tf.withName(name).placeholder(type, Placeholder.shape(Shape.of(Shape.UNKNOWN_SIZE)));
  }

  private Operand<TFloat32> listed(String name, ListedInput column) {
    return tf.gather(
        tf.constant(StdArrays.ndCopyOf(column.codes())), cells(name, TInt64.class), tf.constant(0));
  }

  private Operand<TFloat32> dated(String name, DateInput column) {
    Operand<TFloat64> days = tf.expandDims(cells(name, TFloat64.class), tf.constant(1));
    return new EncodedDates(column).addDays(tf, days);
  }
}
