// SPDX-License-Identifier: Apache-2.0
/**
 * Tables in Parquet files and databases, and queries. With this library on the class path, {@link
 * io.otd.table.read.TableReader} reads them by their address; programs need its classes only for
 * their own connections.
 */
@NullMarked
package io.otd.sources;

import org.jspecify.annotations.NullMarked;
