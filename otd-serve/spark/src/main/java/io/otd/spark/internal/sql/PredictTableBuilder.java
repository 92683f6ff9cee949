// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.sql;

import io.otd.spark.internal.scoring.DatasetScoring;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import scala.collection.immutable.Seq;
import scala.runtime.AbstractFunction1;

/**
 * {@code otd_predict_table(model, table [, options])}: the rows of a table or view with a column
 * {@value #COLUMN}, predicted in blocks of rows.
 */
public final class PredictTableBuilder extends AbstractFunction1<Seq<Expression>, LogicalPlan> {
  /** Name of the function. */
  public static final String NAME = "otd_predict_table";

  /** Name of the new column. */
  public static final String COLUMN = "prediction";

  @Override
  public LogicalPlan apply(Seq<Expression> arguments) {
    FunctionArguments given = FunctionArguments.of(NAME, arguments);
    SparkSession session = SparkSession.active();
    Dataset<Row> rows = session.table(FunctionArguments.constant(NAME, given.rows()));
    Dataset<Row> scored =
        DatasetScoring.score(rows, given.ship(session), given.options().shape(), COLUMN);
    return ((org.apache.spark.sql.classic.Dataset<Row>) scored).logicalPlan();
  }
}
