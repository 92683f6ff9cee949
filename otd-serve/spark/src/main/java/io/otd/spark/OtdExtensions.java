// SPDX-License-Identifier: Apache-2.0
package io.otd.spark;

import org.apache.spark.sql.SparkSessionExtensions;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/**
 * Adds {@link OtdFunctions} to every session of an application: {@code
 * spark.sql.extensions=io.otd.spark.OtdExtensions}.
 */
public final class OtdExtensions extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
  /** For Spark. */
  public OtdExtensions() {}

  @Override
  public BoxedUnit apply(SparkSessionExtensions extensions) {
    OtdFunctions.inject(extensions);
    return BoxedUnit.UNIT;
  }
}
