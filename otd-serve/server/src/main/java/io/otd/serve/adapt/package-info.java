// SPDX-License-Identifier: Apache-2.0
/**
 * Intervals that follow the observed values: for each version, target and level, and for the groups
 * of a column. Their state is kept in files.
 */
@NullMarked
package io.otd.serve.adapt;

import org.jspecify.annotations.NullMarked;
