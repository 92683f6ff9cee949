// SPDX-License-Identifier: Apache-2.0
/**
 * Tables: named columns of the same number of rows, of numbers or of texts.
 *
 * <p>They come from files by {@link io.otd.table.read}. {@link io.otd.table.internal.split} chooses
 * rows, {@link io.otd.table.internal.encoding} turns them into the network's numbers. Packages
 * below {@code internal} are not for others.
 */
@NullMarked
package io.otd.table;

import org.jspecify.annotations.NullMarked;
