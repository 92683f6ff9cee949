// SPDX-License-Identifier: Apache-2.0
/**
 * Tables in Parquet files, JSON lines and databases. With this library on the class path, {@link
 * io.otd.table.read.TableReader} reads them by their address; programs need no class of it, unless
 * they bring a connection of their own.
 */
@NullMarked
package io.otd.sources;

import org.jspecify.annotations.NullMarked;
