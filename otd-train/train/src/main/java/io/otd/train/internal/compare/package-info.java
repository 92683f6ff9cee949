// SPDX-License-Identifier: Apache-2.0
/** A comparison of runs, with paired differences. */
@NullMarked
package io.otd.train.internal.compare;

import org.jspecify.annotations.NullMarked;
