// SPDX-License-Identifier: Apache-2.0
/**
 * From a table's columns to the network's numbers: what each column is, what is fitted of it on the
 * training rows, and the encoding of rows.
 */
@NullMarked
package io.otd.table.internal.encoding;

import org.jspecify.annotations.NullMarked;
