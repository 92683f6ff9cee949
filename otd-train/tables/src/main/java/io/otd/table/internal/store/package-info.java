// SPDX-License-Identifier: Apache-2.0
/** Numbers of a table that exceeds its memory limit, in a temporary file. */
@NullMarked
package io.otd.table.internal.store;

import org.jspecify.annotations.NullMarked;
