// SPDX-License-Identifier: Apache-2.0
/**
 * How a table's text is written: separator, decimal mark, header, encoding; each may be found out
 * from the text.
 */
@NullMarked
package io.otd.table.format;

import org.jspecify.annotations.NullMarked;
