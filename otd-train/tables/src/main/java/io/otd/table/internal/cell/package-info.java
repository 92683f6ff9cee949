// SPDX-License-Identifier: Apache-2.0
/** The text of one cell: whether it is missing, and which number it is. */
@NullMarked
package io.otd.table.internal.cell;

import org.jspecify.annotations.NullMarked;
