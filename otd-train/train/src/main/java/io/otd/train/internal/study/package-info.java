// SPDX-License-Identifier: Apache-2.0
/**
 * Many independent pieces of work: in parallel, longest first, each only once, until a stop. Knows
 * nothing of what is done.
 */
@NullMarked
package io.otd.train.internal.study;

import org.jspecify.annotations.NullMarked;
