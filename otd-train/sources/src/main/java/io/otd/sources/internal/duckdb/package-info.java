// SPDX-License-Identifier: Apache-2.0
/**
 * Files of tables, and queries over them, by DuckDB in the process. Its native library is loaded
 * with the first connection.
 */
@NullMarked
package io.otd.sources.internal.duckdb;

import org.jspecify.annotations.NullMarked;
