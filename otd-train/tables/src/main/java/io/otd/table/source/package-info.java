// SPDX-License-Identifier: Apache-2.0
/**
 * Locations of tables that {@link io.otd.table.read.TableReader} does not read itself, and the
 * interface of libraries that read and write them: {@code otd-sources} for Parquet, databases and
 * queries.
 */
@NullMarked
package io.otd.table.source;

import org.jspecify.annotations.NullMarked;
