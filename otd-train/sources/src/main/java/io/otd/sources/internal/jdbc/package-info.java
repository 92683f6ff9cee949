// SPDX-License-Identifier: Apache-2.0
/** Tables of databases that have a JDBC driver, read and written. */
@NullMarked
package io.otd.sources.internal.jdbc;

import org.jspecify.annotations.NullMarked;
