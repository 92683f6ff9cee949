// SPDX-License-Identifier: Apache-2.0
/**
 * Splits of rows: training, validation and test parts, folds, rows of members, and groups of rows
 * that stay together.
 */
@NullMarked
package io.otd.table.internal.split;

import org.jspecify.annotations.NullMarked;
