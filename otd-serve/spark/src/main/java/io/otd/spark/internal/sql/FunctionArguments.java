// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.sql;

import io.otd.spark.internal.shipping.ModelShipment;
import io.otd.spark.internal.shipping.ModelSource;
import io.otd.spark.internal.shipping.ShippedModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.ExprUtils;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.StringType;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The arguments of a call: a model, what is predicted, and options, which may be left out.
 *
 * @param function its name, for messages
 * @param model location
 * @param rows the second argument
 * @param options the third
 */
record FunctionArguments(String function, String model, Expression rows, FunctionOptions options) {
  private static final int ALL = 3;

  /**
   * Reads the arguments.
   *
   * @throws IllegalArgumentException if they are others than the function has
   */
  static FunctionArguments of(String function, Seq<Expression> arguments) {
    List<Expression> given = CollectionConverters.asJava(arguments);
    if (given.size() < ALL - 1 || given.size() > ALL) {
      throw new IllegalArgumentException(
          "%s: %s arguments (expected: 2 or 3)".formatted(function, given.size()));
    }
    Map<String, String> options =
        given.size() < ALL
            ? Map.of()
            : CollectionConverters.asJava(ExprUtils.convertToMapData(given.get(2)));
    return new FunctionArguments(
        function, constant(function, given.get(0)), given.get(1), FunctionOptions.of(options));
  }

  /** The value of a constant text. */
  static String constant(String function, Expression expression) {
    Object value =
        expression.foldable() && expression.dataType() instanceof StringType
            ? expression.eval(InternalRow.empty())
            : null;
    if (value == null) {
      throw new IllegalArgumentException(
          "%s: %s (expected: a constant text)".formatted(function, expression.sql()));
    }
    return value.toString();
  }

  /** Ships the model. */
  ShippedModel ship(SparkSession session) {
    try {
      return ModelShipment.ship(
          session,
          ModelSource.find(model, session.sparkContext().hadoopConfiguration()),
          options.engine());
    } catch (IOException e) {
      throw new UncheckedIOException(function + ": " + e.getMessage(), e);
    }
  }
}
