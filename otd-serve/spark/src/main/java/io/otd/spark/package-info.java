// SPDX-License-Identifier: Apache-2.0
/**
 * Predictions of exported models on Apache Spark: {@link io.otd.spark.OtdModel}, a transformer, and
 * SQL functions, which {@link io.otd.spark.OtdExtensions} adds to every session.
 */
@NullMarked
package io.otd.spark;

import org.jspecify.annotations.NullMarked;
