// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.sql;

import io.otd.spark.internal.scoring.BadRowRule;
import io.otd.spark.internal.scoring.ScoringPlan;
import io.otd.spark.internal.shipping.ShippedModel;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.ApplyFunctionExpression;
import org.apache.spark.sql.catalyst.expressions.CreateNamedStruct;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/**
 * {@code otd_predict(model, struct(...) [, options])}: the prediction of a row. It reads only the
 * fields of the structure that the model needs, so that a query does not read other columns for it.
 */
public final class PredictBuilder extends AbstractFunction1<Seq<Expression>, Expression> {
  /** Name of the function. */
  public static final String NAME = "otd_predict";

  @Override
  public Expression apply(Seq<Expression> arguments) {
    FunctionArguments given = FunctionArguments.of(NAME, arguments);
    if (!(given.rows().dataType() instanceof StructType columns)) {
      throw new IllegalArgumentException(
          "%s: %s (expected: a structure with the model's inputs, such as struct(*))"
              .formatted(NAME, given.rows().sql()));
    }
    if (given.options().shape().badRows() == BadRowRule.SKIP) {
      throw new IllegalArgumentException(
          "badRows: skip (expected: fail or flag; a function has a value for each row)");
    }
    ShippedModel model = given.ship(SparkSession.active());
    ScoringPlan plan = ScoringPlan.of(model, columns, given.options().shape());
    List<Expression> inputs = new ArrayList<>();
    List<DataType> types = new ArrayList<>();
    for (int place : plan.inputs().places()) {
      inputs.add(member(given.rows(), columns, place));
      types.add(columns.fields()[place].dataType());
    }
    return new ApplyFunctionExpression(
        new PredictFunction(plan, types), CollectionConverters.asScala(inputs).toSeq());
  }

  private static Expression member(Expression structure, StructType columns, int place) {
    return structure instanceof CreateNamedStruct made
        ? made.valExprs().apply(place)
        : new GetStructField(structure, place, Option.apply(columns.fields()[place].name()));
  }
}
