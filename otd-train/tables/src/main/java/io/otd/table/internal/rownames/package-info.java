// SPDX-License-Identifier: Apache-2.0
/** Columns that name or number the rows of a table, and tell nothing of a new row. */
@NullMarked
package io.otd.table.internal.rownames;

import org.jspecify.annotations.NullMarked;
