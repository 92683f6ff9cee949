// SPDX-License-Identifier: Apache-2.0
/**
 * What a person sees in a column that was read as numbers or texts: dates, or numbers with units.
 */
@NullMarked
package io.otd.table.internal.kind;

import org.jspecify.annotations.NullMarked;
