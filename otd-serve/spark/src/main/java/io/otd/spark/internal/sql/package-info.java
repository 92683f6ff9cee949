// SPDX-License-Identifier: Apache-2.0
/** The SQL functions. */
@NullMarked
package io.otd.spark.internal.sql;

import org.jspecify.annotations.NullMarked;
