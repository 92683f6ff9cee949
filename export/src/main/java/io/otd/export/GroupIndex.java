// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.calibration.GroupColumns;
import io.otd.core.internal.calibration.RowGroup;
import io.otd.core.schema.TableSchema;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TBool;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TFloat64;
import org.tensorflow.types.TInt32;

/**
 * The group of each row in a graph.
 *
 * @param numbers from 1 in the order of the groups, 0 for none, {@code [B]}
 */
record GroupIndex(Operand<TInt32> numbers) {
  /**
   * Adds the comparison of the network's inputs with what each group has in common.
   *
   * @param x {@code [B, d_x]}
   * @param groups at least one
   */
  static GroupIndex of(Ops tf, Operand<TFloat32> x, TableSchema schema, List<RowGroup> groups) {
    GroupColumns columns = GroupColumns.ofGroups(schema, groups);
    List<List<GroupColumns.Condition>> all = groups.stream().map(columns::conditions).toList();
    Operand<TBool> of = equal(tf, x, all, 0);
    for (int c = 1; c < all.get(0).size(); c++) {
      of = tf.math.logicalAnd(of, equal(tf, x, all, c));
    }
    float[] numbers = new float[groups.size()];
    for (int g = 0; g < numbers.length; g++) {
      numbers[g] = g + 1;
    }
    Operand<TFloat32> each = tf.select(of, tf.constant(numbers), tf.constant(0f));
    return new GroupIndex(tf.dtypes.cast(tf.reduceMax(each, tf.constant(1)), TInt32.class));
  }

  /** Whether a condition of each group holds, {@code [B, G]}. */
  private static Operand<TBool> equal(
      Ops tf, Operand<TFloat32> x, List<List<GroupColumns.Condition>> all, int which) {
    int[] inputs = all.stream().mapToInt(of -> of.get(which).input()).toArray();
    float[] values = new float[inputs.length];
    IntStream.range(0, values.length).forEach(g -> values[g] = all.get(g).get(which).value());
    return tf.math.equal(tf.gather(x, tf.constant(inputs), tf.constant(1)), tf.constant(values));
  }

  /**
   * Adds a number of each row.
   *
   * @param none of rows of no group
   * @param each of the groups, in their order
   * @return {@code [B, 1, 1]}
   */
  Operand<TFloat64> pick(Ops tf, double none, List<Double> each) {
    return tf.reshape(
        tf.gather(
            tf.constant(
                DoubleStream.concat(
                        DoubleStream.of(none), each.stream().mapToDouble(Double::doubleValue))
                    .toArray()),
            numbers,
            tf.constant(0)),
        tf.constant(new int[] {-1, 1, 1}));
  }

  /**
   * Adds a matrix of each row.
   *
   * @param each of rows of no group, then of the groups in their order; of the same size
   * @return {@code [B, r, c]}
   */
  Operand<TFloat64> pick(Ops tf, List<double[][]> each) {
    double[][] rows =
        each.stream()
            .map(matrix -> Arrays.stream(matrix).flatMapToDouble(Arrays::stream).toArray())
            .toArray(double[][]::new);
    return tf.reshape(
        tf.gather(tf.constant(rows), numbers, tf.constant(0)),
        tf.constant(new int[] {-1, each.get(0).length, each.get(0)[0].length}));
  }
}
