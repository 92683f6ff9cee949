// SPDX-License-Identifier: Apache-2.0
/** The functions of SQL. */
@NullMarked
package io.otd.spark.internal.sql;

import org.jspecify.annotations.NullMarked;
