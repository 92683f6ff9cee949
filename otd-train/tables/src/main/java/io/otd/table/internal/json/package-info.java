// SPDX-License-Identifier: Apache-2.0
/** Tables of JSON objects, one a row: in lines, or in one array. */
@NullMarked
package io.otd.table.internal.json;

import org.jspecify.annotations.NullMarked;
