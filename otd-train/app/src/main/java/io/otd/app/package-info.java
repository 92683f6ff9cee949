// SPDX-License-Identifier: Apache-2.0
/** The command line {@code otd}: one file a command. */
@NullMarked
package io.otd.app;

import org.jspecify.annotations.NullMarked;
