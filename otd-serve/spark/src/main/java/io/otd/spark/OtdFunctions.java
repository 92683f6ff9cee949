// SPDX-License-Identifier: Apache-2.0
package io.otd.spark;

import io.otd.spark.internal.sql.PredictBuilder;
import io.otd.spark.internal.sql.PredictTableBuilder;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.internal.SessionState;
import scala.Tuple3;

/**
 * The SQL functions.
 *
 * <ul>
 *   <li>{@code otd_predict(model, struct(...) [, options])}: the prediction of a row, as a
 *       structure. It is computed row by row.
 *   <li>{@code otd_predict_table(model, table [, options])} in {@code from}: the rows of a table or
 *       view with a column {@code prediction}. It is computed in blocks of rows.
 * </ul>
 *
 * <p>{@code model} is a constant text: a path as for {@link OtdModel#load}. Options are a map of
 * constant texts: {@code quantiles}, {@code thresholds}, {@code samples}, {@code badRows} and
 * {@code engine}, with the meaning of the parameters of {@link OtdModel}; lists separate numbers by
 * commas.
 */
public final class OtdFunctions {
  private OtdFunctions() {}

  /**
   * Adds the functions to one session that was not started with {@link OtdExtensions}.
   *
   * @param session of an application, not of a Spark Connect client
   */
  public static void register(SparkSession session) {
    SessionState state = ((org.apache.spark.sql.classic.SparkSession) session).sessionState();
    state
        .functionRegistry()
        .registerFunction(
            new FunctionIdentifier(PredictBuilder.NAME),
            info(PredictBuilder.class, PredictBuilder.NAME),
            new PredictBuilder());
    state
        .tableFunctionRegistry()
        .registerFunction(
            new FunctionIdentifier(PredictTableBuilder.NAME),
            info(PredictTableBuilder.class, PredictTableBuilder.NAME),
            new PredictTableBuilder());
  }

  /** Adds the functions to all sessions. */
  static void inject(SparkSessionExtensions extensions) {
    extensions.injectFunction(
        new Tuple3<>(
            new FunctionIdentifier(PredictBuilder.NAME),
            info(PredictBuilder.class, PredictBuilder.NAME),
            new PredictBuilder()));
    extensions.injectTableFunction(
        new Tuple3<>(
            new FunctionIdentifier(PredictTableBuilder.NAME),
            info(PredictTableBuilder.class, PredictTableBuilder.NAME),
            new PredictTableBuilder()));
  }

  private static ExpressionInfo info(Class<?> builder, String name) {
    return new ExpressionInfo(builder.getName(), name);
  }
}
