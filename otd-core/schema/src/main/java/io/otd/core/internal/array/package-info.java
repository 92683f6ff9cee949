// SPDX-License-Identifier: Apache-2.0
/** Arrays of numbers: means, places in an ascending order, checks of what was observed. */
@NullMarked
package io.otd.core.internal.array;

import org.jspecify.annotations.NullMarked;
