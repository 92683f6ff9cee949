// SPDX-License-Identifier: Apache-2.0
/** Scores that weigh the part of a distribution, or the errors, on which a decision depends. */
@NullMarked
package io.otd.core.internal.decision;

import org.jspecify.annotations.NullMarked;
