// SPDX-License-Identifier: Apache-2.0
/** From rows of Spark to predictions and back, in blocks of rows. */
@NullMarked
package io.otd.spark.internal.scoring;

import org.jspecify.annotations.NullMarked;
