// SPDX-License-Identifier: Apache-2.0
/**
 * Tables: named columns of the same number of rows, of numbers or of texts.
 *
 * <p>{@link io.otd.table.read} reads them from files. {@link io.otd.table.internal.split} selects
 * rows, {@link io.otd.table.internal.encoding} converts them to the network's numbers. Packages
 * below {@code internal} are not part of the API.
 */
@NullMarked
package io.otd.table;

import org.jspecify.annotations.NullMarked;
