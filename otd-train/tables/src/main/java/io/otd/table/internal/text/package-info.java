// SPDX-License-Identifier: Apache-2.0
/** The characters of a table's file: decompressed, decoded, and its bytes digested. */
@NullMarked
package io.otd.table.internal.text;

import org.jspecify.annotations.NullMarked;
