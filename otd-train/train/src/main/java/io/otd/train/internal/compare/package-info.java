// SPDX-License-Identifier: Apache-2.0
/** Runs beside each other, with paired differences. */
@NullMarked
package io.otd.train.internal.compare;

import org.jspecify.annotations.NullMarked;
