// SPDX-License-Identifier: Apache-2.0
/**
 * The columns of a table built from the cells of a text, row by row, and the results of such a
 * text.
 */
@NullMarked
package io.otd.table.internal.build;

import org.jspecify.annotations.NullMarked;
