// SPDX-License-Identifier: Apache-2.0
/**
 * Explains the predictions of whatever gives draws for the rows of a table: importance, effects and
 * attributions by predictions of rows that are put together from the cells of two.
 */
@NullMarked
package io.otd.train.internal.explain;

import org.jspecify.annotations.NullMarked;
