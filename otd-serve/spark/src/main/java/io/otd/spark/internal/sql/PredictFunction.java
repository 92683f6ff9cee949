// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.sql;

import io.otd.spark.internal.scoring.BlockScorer;
import io.otd.spark.internal.scoring.ScoringPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.Function1;

/**
 * Predicts one row at a time. Its arguments are the model's inputs, in their order; it holds the
 * description that a task gets, and no model.
 */
final class PredictFunction implements ScalarFunction<@Nullable Object> {
  private static final long serialVersionUID = 1;

  private final ScoringPlan plan;
  private final DataType[] inputs;
  private final StructType result;
  private transient volatile @Nullable Work work;

  /**
   * Objects created once per task.
   *
   * @param scorer of the model
   * @param in from Spark's form of each cell
   * @param out to Spark's form of a prediction
   */
  private record Work(
      BlockScorer scorer, List<Function1<Object, Object>> in, Function1<Object, Object> out) {}

  /**
   * Takes what it needs.
   *
   * @param plan what is predicted
   * @param inputs types of the arguments
   */
  PredictFunction(ScoringPlan plan, List<DataType> inputs) {
    this.plan = plan;
    this.inputs = inputs.toArray(DataType[]::new);
    this.result = plan.type();
  }

  @Override
  public DataType[] inputTypes() {
    return inputs.clone();
  }

  @Override
  public DataType resultType() {
    return result;
  }

  /** With rows that are skipped there are rows without a structure. */
  @Override
  public boolean isResultNullable() {
    return true;
  }

  @Override
  public String name() {
    return PredictBuilder.NAME;
  }

  @Override
  public String canonicalName() {
    return "io.otd.%s(%s, %s)".formatted(name(), plan, Arrays.toString(inputs));
  }

  @Override
  public @Nullable Object produceResult(InternalRow input) {
    Work now = work();
    @Nullable Object[] cells = new Object[inputs.length];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = now.in().get(i).apply(input.get(i, inputs[i]));
    }
    List<@Nullable Object[]> rows = new ArrayList<>(1);
    rows.add(cells);
    return now.scorer().score(rows, i -> name()).get(0).map(now.out()::apply).orElse(null);
  }

  /** Two threads may make it at once, and make the same. */
  private Work work() {
    Work known = work;
    if (known == null) {
      known =
          new Work(
              plan.scorer(),
              Arrays.stream(inputs).map(CatalystTypeConverters::createToScalaConverter).toList(),
              CatalystTypeConverters.createToCatalystConverter(result));
      work = known;
    }
    return known;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PredictFunction function
        && function.canonicalName().equals(canonicalName());
  }

  @Override
  public int hashCode() {
    return canonicalName().hashCode();
  }

  @Override
  public String toString() {
    return name();
  }
}
