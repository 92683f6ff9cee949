// SPDX-License-Identifier: Apache-2.0
/** Missing cells of rows that are to be predicted. */
@NullMarked
package io.otd.table.internal.gaps;

import org.jspecify.annotations.NullMarked;
