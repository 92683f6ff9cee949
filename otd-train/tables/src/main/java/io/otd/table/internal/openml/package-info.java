// SPDX-License-Identifier: Apache-2.0
/** Data sets and tasks of OpenML (Vanschoren et al. 2013), kept in a cache. */
@NullMarked
package io.otd.table.internal.openml;

import org.jspecify.annotations.NullMarked;
