// SPDX-License-Identifier: Apache-2.0
/**
 * The columns of a table, and how they become the network's numbers and its numbers the targets.
 *
 * <p>Plain Java in double precision. The exported graph does the same with operations; the exporter
 * compares the two.
 */
@NullMarked
package io.otd.core.schema;

import org.jspecify.annotations.NullMarked;
