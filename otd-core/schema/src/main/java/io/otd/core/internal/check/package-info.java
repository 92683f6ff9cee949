// SPDX-License-Identifier: Apache-2.0
/** Checks of arguments. */
@NullMarked
package io.otd.core.internal.check;

import org.jspecify.annotations.NullMarked;
