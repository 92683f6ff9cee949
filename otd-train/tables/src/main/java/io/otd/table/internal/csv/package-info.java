// SPDX-License-Identifier: Apache-2.0
/** CSV, as RFC 4180 and Excel have it. */
@NullMarked
package io.otd.table.internal.csv;

import org.jspecify.annotations.NullMarked;
