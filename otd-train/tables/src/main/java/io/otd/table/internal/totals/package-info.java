// SPDX-License-Identifier: Apache-2.0
/** Column statistics of a table that no machine has seen as a whole. */
@NullMarked
package io.otd.table.internal.totals;

import org.jspecify.annotations.NullMarked;
