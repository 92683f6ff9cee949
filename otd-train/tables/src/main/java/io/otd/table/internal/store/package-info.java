// SPDX-License-Identifier: Apache-2.0
/** Numbers of a table that does not fit the memory it may take, in a temporary file. */
@NullMarked
package io.otd.table.internal.store;

import org.jspecify.annotations.NullMarked;
