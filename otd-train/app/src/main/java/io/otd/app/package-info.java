// SPDX-License-Identifier: Apache-2.0
/** The command line {@code otd}: its start, and what begins while arguments are read. */
@NullMarked
package io.otd.app;

import org.jspecify.annotations.NullMarked;
