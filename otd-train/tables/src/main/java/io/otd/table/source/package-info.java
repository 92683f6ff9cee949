// SPDX-License-Identifier: Apache-2.0
/**
 * Where tables are that {@link io.otd.table.read.TableReader} does not read itself, and what a
 * library has to offer that reads and writes them: {@code otd-sources} for Parquet, JSON lines and
 * databases.
 */
@NullMarked
package io.otd.table.source;

import org.jspecify.annotations.NullMarked;
