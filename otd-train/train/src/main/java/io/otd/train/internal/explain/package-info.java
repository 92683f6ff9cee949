// SPDX-License-Identifier: Apache-2.0
/**
 * Explains the predictions of any source of draws for the rows of a table: importance, effects and
 * attributions, by predictions of rows that combine the cells of two.
 */
@NullMarked
package io.otd.train.internal.explain;

import org.jspecify.annotations.NullMarked;
