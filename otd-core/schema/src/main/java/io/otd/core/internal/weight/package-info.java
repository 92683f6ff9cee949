// SPDX-License-Identifier: Apache-2.0
/** Weights of rows. */
@NullMarked
package io.otd.core.internal.weight;

import org.jspecify.annotations.NullMarked;
