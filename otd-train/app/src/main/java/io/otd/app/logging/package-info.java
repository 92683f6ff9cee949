// SPDX-License-Identifier: Apache-2.0
/** The log of the command line: where it goes, and what a line looks like. */
@NullMarked
package io.otd.app.logging;

import org.jspecify.annotations.NullMarked;
