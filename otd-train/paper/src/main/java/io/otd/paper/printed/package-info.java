// SPDX-License-Identifier: Apache-2.0
/** Reads the numbers that the paper and others print, which are resource files. */
@NullMarked
package io.otd.paper.printed;

import org.jspecify.annotations.NullMarked;
